import FlowCore
import FlowCombine

extension OperatorTable {
    /// `a, b, c` with their types.
    private static func parameters(_ count: Int, of type: (Int) -> String = { _ in "Publisher<Output, Failure>" }) -> String {
        zip("abcdefgh".prefix(count), 0...).map { "_ \($0): \(type($1))" }.joined(separator: ", ")
    }

    /// `Publishers.Merge` and similar types, one for each number of publishers.
    static let gathering: [Operator] = [
        Operator(
            "Publishers.Merge", .combining, "Sends the values of several streams as they arrive.",
            example: "Publishers.Merge(marbles(\"a-b|\"), marbles(\"-x-y|\")).sink()",
            overloads: (2...8).map { count in
                .function(
                    "Publishers.Merge\(count == 2 ? "" : "\(count)")(\(parameters(count))) -> Publisher<Output, Failure>", .stage,
                    as: .merge
                ) { call in call.flow(Publishers.MergeMany((0..<count).map { call.input($0) })) }
            }),
        Operator(
            "Publishers.MergeMany", .combining, "Sends the values of any number of streams as they arrive.",
            example: "Publishers.MergeMany([Just(1), Just(2)]).sink()",
            .function(
                "Publishers.MergeMany(_ upstream: [Publisher<Output, Failure>]) -> Publisher<Output, Failure>", .stage, as: .merge
            ) { call in
                call.flow(Publishers.MergeMany(call.array(0).map { call.inner($0) }))
            },
            .function(
                "Publishers.MergeMany(_ upstream: Publisher<Output, Failure>...) -> Publisher<Output, Failure>", .stage,
                as: .merge
            ) { call in
                call.flow(Publishers.MergeMany(call.array(0).map { call.inner($0) }))
            }),
        Operator(
            "Publishers.CombineLatest", .combining,
            "Sends the newest values of streams together, whenever one of them changes.",
            example: "Publishers.CombineLatest(marbles(\"a--b|\"), marbles(\"-1-2|\")).map { $0 + $1 }.sink()",
            .function(
                "Publishers.CombineLatest(_ a: Publisher<T, Failure>, _ b: Publisher<U, Failure>) -> Publisher<(T, U), Failure>",
                .stage, as: .combineLatest
            ) { call in call.flow(call.input().combineLatest(call.input(1)).map { .tuple([$0, $1], nil) }) },
            .function(
                "Publishers.CombineLatest3(_ a: Publisher<T, Failure>, _ b: Publisher<U, Failure>, _ c: Publisher<V, Failure>) "
                    + "-> Publisher<(T, U, V), Failure>", .stage, as: .combineLatest
            ) { call in call.flow(call.input().combineLatest(call.input(1), call.input(2)).map { .tuple([$0, $1, $2], nil) }) },
            .function(
                "Publishers.CombineLatest4(_ a: Publisher<T, Failure>, _ b: Publisher<U, Failure>, _ c: Publisher<V, Failure>, "
                    + "_ d: Publisher<Output, Failure>) -> Publisher<(T, U, V, Output), Failure>", .stage, as: .combineLatest
            ) { call in
                let latest = call.input().combineLatest(call.input(1), call.input(2), call.input(3))
                return call.flow(latest.map { .tuple([$0, $1, $2, $3], nil) })
            }),
        Operator(
            "Publishers.Zip", .combining, "Pairs the first values of streams, then the second, and so on.",
            example: "Publishers.Zip([1, 2].publisher, [\"a\", \"b\"].publisher).sink()",
            .function(
                "Publishers.Zip(_ a: Publisher<T, Failure>, _ b: Publisher<U, Failure>) -> Publisher<(T, U), Failure>", .stage,
                as: .zip
            ) { call in call.flow(call.subscribedInput().zip(call.subscribedInput(1)).map { .tuple([$0, $1], nil) }) },
            .function(
                "Publishers.Zip3(_ a: Publisher<T, Failure>, _ b: Publisher<U, Failure>, _ c: Publisher<V, Failure>) "
                    + "-> Publisher<(T, U, V), Failure>", .stage, as: .zip
            ) { call in
                let zipped = call.subscribedInput().zip(call.subscribedInput(1), call.subscribedInput(2))
                return call.flow(zipped.map { .tuple([$0, $1, $2], nil) })
            },
            .function(
                "Publishers.Zip4(_ a: Publisher<T, Failure>, _ b: Publisher<U, Failure>, _ c: Publisher<V, Failure>, "
                    + "_ d: Publisher<Output, Failure>) -> Publisher<(T, U, V, Output), Failure>", .stage, as: .zip
            ) { call in
                let zipped = call.subscribedInput().zip(call.subscribedInput(1), call.subscribedInput(2), call.subscribedInput(3))
                return call.flow(zipped.map { .tuple([$0, $1, $2, $3], nil) })
            }),
        Operator(
            "Publishers.Concatenate", .combining, "Sends the values of one publisher, then the values of another.",
            example: "Publishers.Concatenate(prefix: [1, 2].publisher, suffix: Just(3)).sink()",
            .function(
                "Publishers.Concatenate(prefix: Publisher<Output, Failure>, suffix: Publisher<Output, Failure>) "
                    + "-> Publisher<Output, Failure>", .stage, as: .append
            ) { call in call.flow(call.input().append(call.input(1))) }),
    ]
}
