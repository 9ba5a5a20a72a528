/// Chains for forms of operators that no example and no sample has, and for what only printing has rules about.
let furtherChains: [String] =
    gathered + [
        // Forms of operators.
        #"["bb", "a"].publisher.max { $0.count < $1.count }"#,
        "[1, 2, 3].publisher.contains { $0 > 2 }",
        #"marbles("a-b|").combineLatest(marbles("1-|"), marbles("x--y|")) { $0 + $1 + $2 }"#,
        "[1, 2, 3].publisher.pausableSink(receiveCompletion: { _ in }, receiveValue: { $0 < 2 })",
        "[1, 2].publisher.pausableSink(receiveCompletion: { _ in }) { _ in true }",
        "[1, 2].publisher.receive(on: ImmediateScheduler.shared).sink()",
        "Timer.publish(every: 1, on: .main, in: .default).autoconnect().prefix(2).map { _ in 1 }",
        "[1, 2].publisher.map { Int($0) + Int(2.9) }",
        "[1.5, 2].publisher.map { Double($0) + 1 }",
        #"["1.5", "x"].publisher.map { Double($0) ?? -1 }"#,
        "[1.5, 100].publisher.map { String($0) }",
        "[true, false].publisher.map { String($0) }",
        #"["a"].publisher.map { String($0) + "b" }"#,
        #""aB".publisher.map { String($0) + $0.lowercased() + $0.uppercased() }"#,
        "[-1.5, 2].publisher.map { abs($0) }",
        "[1, 5, 9].publisher.map { (1...5).contains($0) && (0..<5).contains($0) }",
        #"["ab", ""].publisher.map { $0.first }"#,
        #"["ab", ""].publisher.map { $0.last ?? "-" }"#,
        // Sources that the user sends through.
        #"keys().merge(with: keys().map { $0 + "!" })"#,
        "let level = CurrentValueSubject<Int, Never>(5); let doubled = level.map { $0 * 2 }; doubled.zip(level.dropFirst())",
        "PassthroughSubject<Double, Never>().scan(0, +)",
        "let taps = PassthroughSubject<String, FlowError>().eraseToAnyPublisher(); taps.replaceError(with: \"x\").sink()",
        "let flags = PassthroughSubject<Bool, Never>()\nflags.map { !$0 }.sink()",
        "keys().buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1))",
        "keys().debounce(for: .milliseconds(300))",
        "keys().shareReplay(capacity: 1)",
        // Forms of scripts.
        "Publishers.MergeMany(Just(1), Just(2)).sink()",
        "[1, 2].publisher.breakpointOnError().sink()",
        "let level = CurrentValueSubject<Int, Never>(0)\nlevel.sink()\n[1, 2].publisher.subscribe(level)",
        "[1].publisher.receive(on: RunLoop.current).receive(on: OperationQueue.main).subscribe(on: OperationQueue()).sink()",
        "[1].publisher.delay(for: 1, scheduler: DispatchQueue.global(qos: .utility)).sink()",
        "[1].publisher.delay(for: 1, scheduler: DispatchQueue.global(qos: .userInitiated)).sink()",
        "[1].publisher.delay(for: 1, scheduler: DispatchQueue.global(qos: .userInteractive)).sink()",
        "[1].publisher.receive(on: .shared).sink()",
        "let taps = PassthroughSubject<Void, Never>()\ntaps.map { 1 }.sink()\ntaps.send()",
        "let level = CurrentValueSubject<Void, Never>(())\nlevel.map { 1 }.sink()\nlevel.send()\nlevel.send(completion: .finished)",
        "[4].publisher.collect().map { $0.map { $0 + 1 }.filter { $0 > 1 }.reduce(0, +) }",
        // Closures, types and literals.
        "let limit = 2.5; [1, 2, 3].publisher.map { Double($0) * limit }",
        "let none: Int? = nil; [1, 2].publisher.map { none ?? $0 }",
        "let table = [[1, 2], []]; table.publisher.map { $0.count }",
        "[[1, 2], []].publisher.map { $0.first }",
        "[1, 2, 3].publisher.map { n in if n == 1 { return [n] } else if n == 2 { return [] } else { return [n, n] } }",
        "[1, 2, 3].publisher.tryMap { n -> Int in if n > 2 { throw FlowError(\"too large\") }; return n }.retry(1)",
        "[1, 2, 3].publisher.map { (n: Int) -> String in n % 2 == 0 ? \"even\" : \"odd\" }.removeDuplicates()",
        "[3, 1, 2].publisher.collect().map { $0.sorted() + [9] }.map { $0[0] }",
        "[1, 2].publisher.flatMap { n -> AnyPublisher<Int, Never> in n == 1 ? Just(n).eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }",
        // Time.
        #"marbles("abcdef|").throttle(for: .seconds(0.6), latest: false).delay(for: .milliseconds(70))"#,
        #"marbles("a---b|").timeout(.seconds(0.5)).append("late")"#,
        #"marbles("ab--cd|").collect(.byTimeOrCount(RunLoop.main, .seconds(1), 2)).map { $0.joined(separator: "+") }"#,
        #"let fast = interval(.milliseconds(300)); let slow = interval(.seconds(1)); fast.combineLatest(slow).prefix(9).map { $0 * 10 + $1 }"#,
        #"interval(.seconds(1)).map { n in marbles("xyz|").map { $0 + String(n) } }.switchToLatest().prefix(8)"#,
        #"marbles("abc|").flatMap(maxPublishers: .max(2)) { x in marbles("1--2|").map { x + $0 } }"#,
        // Several sinks and failures.
        #"let source = marbles("a-b#"); source.sink(); source.replaceError(with: "z").count().sink()"#,
        #"marbles("ab#").mapError { _ in FlowError("other") }.tryCatch { error in Just(error.message) }.replaceError(with: "z")"#,
        #"marbles("a-b#").merge(with: marbles("--x-y|").setFailureType(to: FlowError.self))"#,
        #"Fail<Int, FlowError>(error: FlowError("x")).map { $0 + 1 }"#,
    ]

/// `Publishers.Merge` and its like, of each number of publishers.
private let gathered: [String] =
    (2...8).map { count in
        "Publishers.Merge\(count == 2 ? "" : "\(count)")(\((1...count).map { "Just(\($0))" }.joined(separator: ", "))).sink()"
    }
    + ["CombineLatest", "Zip"].flatMap { name in
        (3...4).map { count in
            let words = ["[1, 2].publisher", "Just(\"a\")", "[true, false].publisher", "Just(0.5)"].prefix(count)
            return "Publishers.\(name)\(count)(\(words.joined(separator: ", "))).sink()"
        }
    }
