import FlowCore
import FlowCombine
import FlowOperators

extension OperatorTable {
    typealias Join = @Sendable (OperatorCall, _ count: Int) -> AnyPublisher<[Value], any Error>

    /// The methods that join two or three streams: into tuples, or into the results of a closure.
    static func joins(_ name: String, _ join: @escaping Join) -> [Overload] {
        let forms = [
            (2, "_ other: Publisher<T, Failure>", "Output, T", "U"),
            (3, "_ b: Publisher<T, Failure>, _ c: Publisher<U, Failure>", "Output, T, U", "V"),
        ]
        return forms.flatMap { count, streams, values, result -> [Overload] in
            [
                .stream("\(name)(\(streams)) -> Publisher<(\(values)), Failure>") { join($0, count).map { .tuple($0, nil) } },
                .stream("\(name)(\(streams), _ transform: (\(values)) -> \(result)) -> Publisher<\(result), Failure>") {
                    join($0, count).map($0.function(count))
                },
            ]
        }
    }

    /// The types that join two, three or four streams.
    private static func joins(_ name: String, as operation: OperatorID, _ join: @escaping Join) -> [Overload] {
        (2...4).map { count in
            let values = ["T", "U", "V", "Output"].prefix(count)
            let streams = parameters(values.map { "Publisher<\($0), Failure>" })
            return .function(
                "\(typeName(name, count))(\(streams)) -> Publisher<(\(values.joined(separator: ", "))), Failure>", .stage,
                as: operation
            ) { call in call.flow(join(call, count).map { .tuple($0, nil) }) }
        }
    }

    /// `_ a: A, _ b: B`.
    private static func parameters(_ types: [String]) -> String {
        zip("abcdefgh", types).map { "_ \($0): \($1)" }.joined(separator: ", ")
    }

    private static func typeName(_ name: String, _ count: Int) -> String { count == 2 ? name : "\(name)\(count)" }

    private static let stream = "Publisher<Output, Failure>"

    /// `Publishers.Merge` and its like, which have a type for each number of publishers.
    static let gathering: [Operator] = [
        Operator(
            "Publishers.Merge", .combining, "Sends the values of several streams as they arrive.",
            example: "Publishers.Merge(marbles(\"a-b|\"), marbles(\"-x-y|\")).sink()",
            overloads: (2...8).map { count in
                .function(
                    "\(typeName("Publishers.Merge", count))(\(parameters(Array(repeating: stream, count: count)))) -> \(stream)",
                    .stage, as: .merge
                ) { call in call.flow(Publishers.MergeMany((0..<count).map { call.input($0) })) }
            }),
        Operator(
            "Publishers.MergeMany", .combining, "Sends the values of any number of streams as they arrive.",
            example: "Publishers.MergeMany([Just(1), Just(2)]).sink()",
            overloads: ["[\(stream)]", "\(stream)..."].map { type in
                .function("Publishers.MergeMany(_ upstream: \(type)) -> \(stream)", .stage, as: .merge) { call in
                    call.flow(Publishers.MergeMany(call.array(0).map { call.inner($0) }))
                }
            }),
        Operator(
            "Publishers.CombineLatest", .combining,
            "Sends the newest values of streams together, whenever one of them changes.",
            example: "Publishers.CombineLatest(marbles(\"a--b|\"), marbles(\"-1-2|\")).map { $0 + $1 }.sink()",
            overloads: joins("Publishers.CombineLatest", as: .combineLatest) { $0.latest($1) }),
        Operator(
            "Publishers.Zip", .combining, "Pairs the first values of streams, then the second, and so on.",
            example: "Publishers.Zip([1, 2].publisher, [\"a\", \"b\"].publisher).sink()",
            overloads: joins("Publishers.Zip", as: .zip) { $0.zipped($1) }),
        Operator(
            "Publishers.Concatenate", .combining, "Sends the values of one publisher, then the values of another.",
            example: "Publishers.Concatenate(prefix: [1, 2].publisher, suffix: Just(3)).sink()",
            .function(
                "Publishers.Concatenate(prefix: Publisher<Output, Failure>, suffix: Publisher<Output, Failure>) "
                    + "-> Publisher<Output, Failure>", .stage, as: .append
            ) { call in call.flow(call.input().append(call.input(1))) }),
    ]
}

extension OperatorCall {
    /// Sends the first values of `count` inputs together, then the second ones, and so on.
    func zipped(_ count: Int) -> AnyPublisher<[Value], any Error> {
        let inputs = (0..<count).map { subscribedInput($0) }
        return switch count {
        case 2: inputs[0].zip(inputs[1]) { [$0, $1] }.eraseToAnyPublisher()
        case 3: inputs[0].zip(inputs[1], inputs[2]) { [$0, $1, $2] }.eraseToAnyPublisher()
        default: inputs[0].zip(inputs[1], inputs[2], inputs[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
        }
    }

    /// Sends the newest values of `count` inputs together, whenever one of them changes.
    func latest(_ count: Int) -> AnyPublisher<[Value], any Error> {
        let inputs = (0..<count).map { input($0) }
        return switch count {
        case 2: inputs[0].combineLatest(inputs[1]) { [$0, $1] }.eraseToAnyPublisher()
        case 3: inputs[0].combineLatest(inputs[1], inputs[2]) { [$0, $1, $2] }.eraseToAnyPublisher()
        default: inputs[0].combineLatest(inputs[1], inputs[2], inputs[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
        }
    }
}
