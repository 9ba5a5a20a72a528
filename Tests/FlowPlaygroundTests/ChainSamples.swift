/// Chains and their outputs within 20 seconds. `make test-playground` compiles the printed Swift of each, which gives the same.
enum ChainSamples {
    /// A chain with its outputs.
    typealias Sample = (chain: String, outputs: [String])

    private static let samples1: [Sample] = [
        ("[1, 2.5].publisher.map { $0 * 2 }", ["0 s output 2.0", "0 s output 5.0", "0 s output finished"]),
        ("[1, 2, 3].publisher.map { Double($0) / 2 }.collect()", ["0 s output [0.5, 1.0, 1.5]", "0 s output finished"]),
        (
            "(1...5).publisher.zip((6..<11).publisher).collect()",
            ["0 s output [(1, 6), (2, 7), (3, 8), (4, 9), (5, 10)]", "0 s output finished"]
        ),
        (
            "(1...3).publisher.zip([\"a\", \"b\", \"c\"].publisher, [1.5, 2.5, 3.5].publisher)",
            ["0 s output (1, \"a\", 1.5)", "0 s output (2, \"b\", 2.5)", "0 s output (3, \"c\", 3.5)", "0 s output finished"]
        ),
        (
            "(1...3).publisher.zip([\"a\", \"b\", \"c\"].publisher, [1.5, 2.5, 3.5].publisher) { a, b, c in \"\\(a)\\(b)\\(c)\" }",
            ["0 s output 1a1.5", "0 s output 2b2.5", "0 s output 3c3.5", "0 s output finished"]
        ),
        ("(1...3).publisher.zip((4...6).publisher, +)", ["0 s output 5", "0 s output 7", "0 s output 9", "0 s output finished"]),
        (
            "(1...3).publisher.zip((4...6).publisher) { $0 * $1 }.scan(0, +)",
            ["0 s output 4", "0 s output 14", "0 s output 32", "0 s output finished"]
        ),
        ("[1, nil, 3].publisher.compactMap { $0 }", ["0 s output 1", "0 s output 3", "0 s output finished"]),
        ("[1, nil, 3].publisher", ["0 s output Optional(1)", "0 s output nil", "0 s output Optional(3)", "0 s output finished"]),
        ("[1, nil, 3].publisher.collect()", ["0 s output [Optional(1), nil, Optional(3)]", "0 s output finished"]),
        (
            "[\"a\", \"b\"].publisher.map { ($0, $0 + \"!\") }",
            ["0 s output (\"a\", \"a!\")", "0 s output (\"b\", \"b!\")", "0 s output finished"]
        ),
        (
            "[\"a\", \"b\"].publisher.map { ($0, 1) }.map { text, n in text + String(n) }",
            ["0 s output a1", "0 s output b1", "0 s output finished"]
        ),
        (
            "[\"a\", \"b\"].publisher.map { ($0, 1) }.map { $0.0 + \"\\($0.1)\" }",
            ["0 s output a1", "0 s output b1", "0 s output finished"]
        ),
        (
            "[\"a\", \"b\"].publisher.map { ($0, 1) }.map { $0 + \"\\($1)\" }",
            ["0 s output a1", "0 s output b1", "0 s output finished"]
        ),
        (
            "\"hello\".publisher.map { $0.uppercased() }.collect().map { $0.joined(separator: \"-\") }",
            ["0 s output H-E-L-L-O", "0 s output finished"]
        ),
        ("\"hello\".publisher.removeDuplicates().count()", ["0 s output 4", "0 s output finished"]),
        ("\"hello\".publisher.filter { $0 != \"l\" }.collect()", ["0 s output [\"h\", \"e\", \"o\"]", "0 s output finished"]),
        ("\"hello\".publisher.contains(\"l\")", ["0 s output true", "0 s output finished"]),
        ("Int(\"42\").publisher", ["0 s output 42", "0 s output finished"]),
        ("Optional(5).publisher", ["0 s output 5", "0 s output finished"]),
        ("Optional<String>(\"a\").publisher.map { $0 + \"!\" }", ["0 s output a!", "0 s output finished"]),
        ("[3, 1, 2].publisher.min { $0 > $1 }", ["0 s output 3", "0 s output finished"]),
        ("[\"bb\", \"a\"].publisher.min { $0.count < $1.count }", ["0 s output a", "0 s output finished"]),
        ("[\"bb\", \"a\"].publisher.max()", ["0 s output bb", "0 s output finished"]),
        ("[1, 2, 3, 4].publisher.allSatisfy { $0 < 10 }", ["0 s output true", "0 s output finished"]),
        ("[1, 2, 3, 4].publisher.output(in: 1...2)", ["0 s output 2", "0 s output 3", "0 s output finished"]),
    ]

    private static let samples2: [Sample] = [
        ("[1, 2, 3, 4].publisher.output(in: 1..<2)", ["0 s output 2", "0 s output finished"]),
        ("[1, 2, 3, 4].publisher.drop { $0 < 3 }.first()", ["0 s output 3", "0 s output finished"]),
        ("[1, 2, 3, 4].publisher.last { $0 < 3 }", ["0 s output 2", "0 s output finished"]),
        ("[1, 2, 3, 4].publisher.prefix { $0 < 3 }", ["0 s output 1", "0 s output 2", "0 s output finished"]),
        (
            "[1, 2, 3].publisher.append([4, 5]).prepend([0])",
            [
                "0 s output 0", "0 s output 1", "0 s output 2", "0 s output 3", "0 s output 4", "0 s output 5",
                "0 s output finished",
            ]
        ),
        ("[1, 2, 3].publisher.append(Just(9)).collect()", ["0 s output [1, 2, 3, 9]", "0 s output finished"]),
        (
            "[1, 2, 3].publisher.prepend((7...8).publisher).collect(3)",
            ["0 s output [7, 8, 1]", "0 s output [2, 3]", "0 s output finished"]
        ),
        (
            "marbles(\"ab|\").append(marbles(\"cd|\"))",
            ["0 s output a", "0.25 s output b", "0.5 s output c", "0.75 s output d", "1 s output finished"]
        ),
        (
            "marbles(\"a-b-c-|\").prefix(untilOutputFrom: marbles(\"---x|\"))",
            ["0 s output a", "0.5 s output b", "0.75 s output finished"]
        ),
        (
            "marbles(\"a-b-c-|\").drop(untilOutputFrom: marbles(\"-x|\"))",
            ["0.5 s output b", "1 s output c", "1.5 s output finished"]
        ),
        (
            "marbles(\"a-b-c-|\").combineLatest(marbles(\"-1-2-3|\")) { $0 + $1 }",
            [
                "0.25 s output a1", "0.5 s output b1", "0.75 s output b2", "1 s output c2", "1.25 s output c3",
                "1.5 s output finished",
            ]
        ),
        (
            "marbles(\"a-b|\").combineLatest(marbles(\"1-|\"), marbles(\"x--y|\"))",
            [
                "0 s output (\"a\", \"1\", \"x\")", "0.5 s output (\"b\", \"1\", \"x\")", "0.75 s output (\"b\", \"1\", \"y\")",
                "1 s output finished",
            ]
        ),
        (
            "marbles(\"a-b|\").merge(with: marbles(\"1-|\"), marbles(\"x--y|\"))",
            ["0 s output a", "0 s output 1", "0 s output x", "0.5 s output b", "0.75 s output y", "1 s output finished"]
        ),
        (
            "marbles(\"a-b|\").merge(with: marbles(\"1-2|\"), marbles(\"x--y|\"), marbles(\"-q|\")).collect()",
            ["1 s output [\"a\", \"1\", \"x\", \"q\", \"b\", \"2\", \"y\"]", "1 s output finished"]
        ),
        (
            "marbles(\"a-b-#\").retry(2).replaceError(with: \"z\")",
            [
                "0 s output a", "0.5 s output b", "1 s output a", "1.5 s output b", "2 s output a", "2.5 s output b",
                "3 s output z", "3 s output finished",
            ]
        ),
        (
            "marbles(\"a-b-#\").catch { _ in marbles(\"xy|\") }",
            ["0 s output a", "0.5 s output b", "1 s output x", "1.25 s output y", "1.5 s output finished"]
        ),
        (
            "marbles(\"a-b-#\").catch { error in Just(error.message) }",
            ["0 s output a", "0.5 s output b", "1 s output failed", "1 s output finished"]
        ),
        (
            "marbles(\"ab#\").tryMap { $0 }.mapError { _ in FlowError(\"mapped\") }",
            ["0 s output a", "0.25 s output b", "0.5 s output failure mapped"]
        ),
        (
            "marbles(\"ab|\").tryMap { x in if x == \"b\" { throw FlowError(\"bad\") } else { return x } }.catch { Just(\"\\($0)\") }",
            ["0 s output a", "0.25 s output bad", "0.25 s output finished"]
        ),
        ("marbles(\"ab#\", failure: FlowError(\"mine\"))", ["0 s output a", "0.25 s output b", "0.5 s output failure mine"]),
        (
            "marbles(\"a(bc)d|\").scan(\"\") { $0 + $1 }",
            ["0 s output a", "0.25 s output ab", "0.25 s output abc", "0.5 s output abcd", "0.75 s output finished"]
        ),
        (
            "marbles(\"a-b-c|\", unit: .milliseconds(100)).measureInterval()",
            ["0 s output 0 s", "0.2 s output 0.2 s", "0.4 s output 0.2 s", "0.5 s output finished"]
        ),
        ("marbles(\"abc|\", unit: .seconds(1)).timeout(.milliseconds(500))", ["0 s output a", "0.5 s output finished"]),
        (
            "marbles(\"a----b|\").setFailureType(to: FlowError.self).timeout(.seconds(1), customError: { FlowError(\"late\") })",
            ["0 s output a", "1 s output failure late"]
        ),
    ]

    private static let samples3: [Sample] = [
        (
            "marbles(\"abcdef|\").throttle(for: .milliseconds(600), latest: false)",
            ["0 s output a", "0.6 s output b", "1.2 s output d", "1.8 s output f", "1.8 s output finished"]
        ),
        (
            "marbles(\"abcdef|\").throttle(for: .milliseconds(600), scheduler: DispatchQueue.main, latest: true)",
            ["0 s output a", "0.6 s output c", "1.2 s output e", "1.8 s output f", "1.8 s output finished"]
        ),
        (
            "marbles(\"a-bc---d|\").debounce(for: .seconds(0.5), scheduler: RunLoop.main)",
            ["0.5 s output a", "1.25 s output c", "2 s output finished"]
        ),
        (
            "marbles(\"ab|\").delay(for: .seconds(1)).prepend(\"0\")",
            ["0 s output 0", "1 s output a", "1.25 s output b", "1.5 s output finished"]
        ),
        (
            "marbles(\"a--b--|\").flatMap(maxPublishers: .max(1)) { x in marbles(\"123456|\").map { x + $0 } }",
            [
                "0 s output a1", "0.25 s output a2", "0.5 s output a3", "0.75 s output a4", "1 s output a5", "1.25 s output a6",
                "1.5 s output finished",
            ]
        ),
        ("marbles(\"a--b--|\").flatMap { x in Just(x) }", ["0 s output a", "0.75 s output b", "1.5 s output finished"]),
        (
            "marbles(\"a--b--|\").flatMap { x in x == \"a\" ? Just(x).eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }",
            ["0 s output a", "1.5 s output finished"]
        ),
        (
            "marbles(\"a--b--|\").map { x in marbles(\"123456|\").map { x + $0 } }.switchToLatest()",
            [
                "0 s output a1", "0.25 s output a2", "0.5 s output a3", "0.75 s output b1", "1 s output b2", "1.25 s output b3",
                "1.5 s output b4", "1.75 s output b5", "2 s output b6", "2.25 s output finished",
            ]
        ),
        (
            "marbles(\"a--b--|\").setFailureType(to: FlowError.self).flatMap { _ in marbles(\"1#\") }",
            ["0 s output 1", "0.25 s output failure failed"]
        ),
        ("marbles(\"ab|\").flatMap { x in marbles(\"1#\") }", ["0 s output 1", "0.25 s output failure failed"]),
        (
            "[1, 2].publisher.flatMap { n in (1...n).publisher.map { $0 * n } }",
            ["0 s output 1", "0 s output 2", "0 s output 4", "0 s output finished"]
        ),
        (
            "marbles(\"ABCDEF|\").buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).pace(.milliseconds(700))",
            ["0 s output A", "0.7 s output B", "1.4 s output C", "2.1 s output D", "2.8 s output finished"]
        ),
        (
            "(1...6).publisher.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).pace(.milliseconds(700)).collect(2)",
            ["0.7 s output [1, 2]", "2.1 s output [3, 4]", "3.5 s output [5, 6]", "4.2 s output finished"]
        ),
        (
            "marbles(\"ABCDEF#\").buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1))",
            ["0 s output A", "1 s output B", "1.5 s output failure failed"]
        ),
        ("[1, 2, 3].publisher.pausableSink { $0 != 2 }", ["0 s output 1", "0 s output 2"]),
        (
            "[1, 2, 3].publisher.handleEvents(receiveOutput: { print($0) }, receiveCompletion: { _ in print(\"end\") }).sink { print($0) }",
            ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "[1, 2, 3].publisher.sink(receiveCompletion: { print($0) }) { print($0) }",
            ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "[1, 2, 3].publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })",
            ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "[1, 2, 3].publisher.receive(on: DispatchQueue.main).subscribe(on: DispatchQueue.global()).sink()",
            ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "interval(.seconds(1)).prefix(3).map { \"#\\($0)\" }",
            ["1 s output #1", "2 s output #2", "3 s output #3", "4 s output finished"]
        ),
        (
            "interval(.seconds(0.5)).scan(0, +).prefix { $0 < 10 }",
            ["0.5 s output 1", "1 s output 3", "1.5 s output 6", "2 s output finished"]
        ),
        (
            "Timer.publish(every: 0.5, on: .main, in: .common).autoconnect().map { _ in 1 }.scan(0, +).prefix(3)",
            ["0.5 s output 1", "1 s output 2", "1.5 s output 3", "2 s output finished"]
        ),
        ("Deferred { Just(1) }.append(Deferred { Just(2) })", ["0 s output 1", "0 s output 2", "0 s output finished"]),
    ]

    private static let samples4: [Sample] = [
        ("Empty<Int, Never>().replaceEmpty(with: 3)", ["0 s output 3", "0 s output finished"]),
        ("Empty<Int, Never>(completeImmediately: false).prepend(1)", ["0 s output 1"]),
        ("Fail<String, FlowError>(error: FlowError(\"x\")).catch { Just($0.message) }", ["0 s output x", "0 s output finished"]),
        (
            "Fail<String, FlowError>(error: FlowError(\"x\")).tryCatch { e in Just(\"a\") }",
            ["0 s output a", "0 s output finished"]
        ),
        ("Just(5).map { $0 > 3 ? \"big\" : \"small\" }", ["0 s output big", "0 s output finished"]),
        (
            "Just(5).map { x -> String in if x > 3 { return \"big\" }; return \"small\" }",
            ["0 s output big", "0 s output finished"]
        ),
        ("Just(5).map { x in let y = x * 2; let z = y + 1; return z % 4 }", ["0 s output 3", "0 s output finished"]),
        ("Just(5).map { (x: Int) -> Double in Double(x) * 1.5 }", ["0 s output 7.5", "0 s output finished"]),
        ("Just([1, 2, 3]).map { $0[1] + $0.count }", ["0 s output 5", "0 s output finished"]),
        (
            "Just([1, 2, 3]).map { $0 + [4] }.map { $0.contains(4) && !$0.isEmpty || $0.count > 10 }",
            ["0 s output true", "0 s output finished"]
        ),
        ("Just(-5).map { abs($0) }.map { 0 - $0 }", ["0 s output -5", "0 s output finished"]),
        ("Just(2.5).map { Int($0) }.map { $0.isMultiple(of: 2) }", ["0 s output true", "0 s output finished"]),
        ("Just(\"7\").map { Int($0) ?? 0 }", ["0 s output 7", "0 s output finished"]),
        ("Just(\"x\").map { Int($0) }", ["0 s output nil", "0 s output finished"]),
        ("Just(\"x\").map { Int($0) == nil }", ["0 s output true", "0 s output finished"]),
        ("Just((1, \"a\")).map { $0.1 }", ["0 s output a", "0 s output finished"]),
        ("Just(1).tryMap { $0 }.replaceError(with: 2)", ["0 s output 1", "0 s output finished"]),
        ("Just(1).tryFilter { $0 > 0 }.tryScan(0) { $0 + $1 }.replaceError(with: 9)", ["0 s output 1", "0 s output finished"]),
        ("[1, 2, 3].publisher.share().map { $0 * 2 }", ["0 s output 2", "0 s output 4", "0 s output 6", "0 s output finished"]),
        ("[1, 2, 3].publisher.collect().map { $0.sorted() }.map { $0.first ?? 0 }", ["0 s output 1", "0 s output finished"]),
        ("[5, 3, 9].publisher.collect().map { $0.sorted() }", ["0 s output [3, 5, 9]", "0 s output finished"]),
        ("[0.1, 0.2].publisher.reduce(0, +)", ["0 s output 0.30000000000000004", "0 s output finished"]),
        ("[0.1, 0.2].publisher.reduce(0) { $0 + $1 }", ["0 s output 0.30000000000000004", "0 s output finished"]),
        ("[1, 2, 3].publisher.reduce(\"\") { $0 + String($1) }", ["0 s output 123", "0 s output finished"]),
    ]

    private static let samples5: [Sample] = [
        (
            "[1, 2, 3].publisher.scan([]) { $0 + [$1] }",
            ["0 s output [1]", "0 s output [1, 2]", "0 s output [1, 2, 3]", "0 s output finished"]
        ),
        (
            "[1, 2, 3].publisher.scan((0, 1)) { a, b in (a.1, a.0 + b) }",
            ["0 s output (1, 1)", "0 s output (1, 3)", "0 s output (3, 4)", "0 s output finished"]
        ),
        ("[true, false].publisher.map { !$0 }", ["0 s output false", "0 s output true", "0 s output finished"]),
        (
            "[1, 2, 2, 3].publisher.removeDuplicates { $0 == $1 }",
            ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "marbles(\"abcdef|\").collect(.byTime(DispatchQueue.main, .milliseconds(600)))",
            [
                "0.6 s output [\"a\", \"b\", \"c\"]", "1.2 s output [\"d\", \"e\"]", "1.5 s output [\"f\"]",
                "1.5 s output finished",
            ]
        ),
        (
            "marbles(\"abcdef|\").collect(.byTimeOrCount(DispatchQueue.main, .seconds(10), 4))",
            ["0.75 s output [\"a\", \"b\", \"c\", \"d\"]", "1.5 s output [\"e\", \"f\"]", "1.5 s output finished"]
        ),
        (
            "let a = marbles(\"ab|\"); let b = marbles(\"12|\"); a.zip(b).map { $0 + $1 }",
            ["0 s output a1", "0.25 s output b2", "0.5 s output finished"]
        ),
        (
            "let source = marbles(\"ab-c|\").share(); source.map { $0 + \"1\" }.sink { print($0) }; source.filter { $0 != \"a\" }.sink()",
            [
                "0 s output a1", "0.25 s output b1", "0.25 s output 2 b", "0.75 s output c1", "0.75 s output 2 c",
                "1 s output finished", "1 s output 2 finished",
            ]
        ),
        (
            "let n = 3; let xs = [1, 2, 3]; xs.publisher.map { $0 * n }.filter { xs.contains($0) }",
            ["0 s output 3", "0 s output finished"]
        ),
        (
            "let both = [1, 2].publisher.makeConnectable(); both.map { $0 }.sink(); both.sink(); both.connect()",
            ["0 s output 1", "0 s output 2 1", "0 s output 2", "0 s output 2 2", "0 s output finished", "0 s output 2 finished"]
        ),
        (
            "marbles(\"ab|\").shareReplay(capacity: 2).append(\"z\")",
            ["0 s output a", "0.25 s output b", "0.5 s output z", "0.5 s output finished"]
        ),
        ("CurrentValueSubject<Int, Never>(3).map { $0 + 1 }", ["0 s output 4"]),
        (
            "marbles(\"a1b2|\").compactMap { Int($0) }.map { min($0, 1) + max(2, $0) }",
            ["0.25 s output 3", "0.75 s output 3", "1 s output finished"]
        ),
        (
            "marbles(\"aab|\").removeDuplicates().map { $0.hasPrefix(\"a\") ? 1.5 : 2 }",
            ["0 s output 1.5", "0.5 s output 2.0", "0.75 s output finished"]
        ),
        ("Just(3).map { [1, 2.5, Double($0)] }", ["0 s output [1.0, 2.5, 3.0]", "0 s output finished"]),
        ("Just(1).map { \"\\($0) \\(\"nested \\($0 + 1)\")\" }", ["0 s output 1 nested 2", "0 s output finished"]),
        (
            "Just(1).print(\"x\").map { ($0, [$0], \"s\", 2.0, nil == Int(\"x\")) }",
            ["0 s output (1, [1], \"s\", 2.0, true)", "0 s output finished"]
        ),
        ("Just(Int(\"5\"))", ["0 s output Optional(5)", "0 s output finished"]),
        (
            "[Int(\"5\"), Int(\"x\")].publisher.replaceNil(with: 0).collect()",
            ["0 s output [Optional(5), Optional(0)]", "0 s output finished"]
        ),
        ("Just(9223372036854775807).map { $0 - 1 }", ["0 s output 9223372036854775806", "0 s output finished"]),
        ("Just(-9223372036854775808)", ["0 s output -9223372036854775808", "0 s output finished"]),
        ("Just(\"tab\\t \\\"q\\\" \\\\ \\u{2713}\")", ["0 s output tab\t \"q\" \\ ✓", "0 s output finished"]),
        (
            "Just(\"tab\\t \\\"q\\\" \\\\ \\u{2713}\").collect()",
            ["0 s output [\"tab\\t \\\"q\\\" \\\\ ✓\"]", "0 s output finished"]
        ),
    ]

    /// All of them.
    static let all = samples1 + samples2 + samples3 + samples4 + samples5
}
