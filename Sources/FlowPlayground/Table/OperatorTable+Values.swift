import FlowCore
import FlowCombine

extension OperatorTable {
    static let values: [Operator] = [
        Operator(
            "map", .values, "Turns each value into another.", example: "[1, 2, 3].publisher.map { $0 * 10 }.sink()",
            .stream("map(_ transform: (Output) -> T) -> Publisher<T, Failure>") { $0.input().map($0.transform(1)) }),
        Operator(
            "tryMap", .values, "Turns each value into another, or fails with the closure's error.",
            example: "[1, 2, 3].publisher.tryMap { if $0 == 3 { throw FlowError(\"three\") }; return $0 * 10 }"
                + ".replaceError(with: 0).sink()",
            .stream("tryMap(_ transform: (Output) throws -> T) -> Publisher<T, Error>") { $0.input().tryMap($0.throwing(1)) }),
        Operator(
            "compactMap", .values, "Turns each value into another, and drops every nil.",
            example: "[\"1\", \"b\", \"3\"].publisher.compactMap { Int($0) }.sink()",
            .stream("compactMap(_ transform: (Output) -> T?) -> Publisher<T, Failure>") { call in
                let transform = call.transform(1)
                return call.input().compactMap { transform($0).wrapped }
            }),
        Operator(
            "tryCompactMap", .values,
            "Turns each value into another and drops every nil, or fails with the closure's error.",
            example: "[\"1\", \"b\"].publisher.tryCompactMap { Int($0) }.replaceError(with: 0).sink()",
            .stream("tryCompactMap(_ transform: (Output) throws -> T?) -> Publisher<T, Error>") { call in
                let transform = call.throwing(1)
                return call.input().tryCompactMap { try transform($0).wrapped }
            }),
        Operator(
            "filter", .values, "Passes on the values for which the closure returns true.",
            example: "[1, 2, 3, 4].publisher.filter { $0 % 2 == 0 }.sink()",
            .stream("filter(_ isIncluded: (Output) -> Bool)") { $0.input().filter($0.test(1)) }),
        Operator(
            "tryFilter", .values, "Passes on the values for which the closure returns true, or fails with its error.",
            example: "[1, 2, 3].publisher.tryFilter { $0 > 1 }.replaceError(with: 0).sink()",
            .stream("tryFilter(_ isIncluded: (Output) throws -> Bool) -> Publisher<Output, Error>") { call in
                let test = call.throwing(1)
                return call.input().tryFilter { try test($0).isTrue }
            }),
        Operator(
            "removeDuplicates", .values, "Drops values that equal the previous one.",
            example: "[1, 1, 2, 2, 1].publisher.removeDuplicates().sink()",
            .stream("removeDuplicates() -> Publisher<Output, Failure> where Output: Equatable") { call in
                call.input().removeDuplicates { $0.equals($1) }
            },
            .stream("removeDuplicates(by predicate: (Output, Output) -> Bool)") {
                $0.input().removeDuplicates(by: $0.comparison(1))
            }),
        Operator(
            "scan", .values, "Accumulates a value and sends it after each step.",
            example: "[1, 2, 3].publisher.scan(0) { $0 + $1 }.sink()",
            .stream("scan(_ initial: T, _ next: (T, Output) -> T) -> Publisher<T, Failure>") {
                $0.input().scan($0.value(1), $0.combination(2))
            }),
        Operator(
            "tryScan", .values, "Accumulates a value and sends it after each step, or fails with the closure's error.",
            example: "[1, 2, 3].publisher.tryScan(0) { $0 + $1 }.replaceError(with: 0).sink()",
            .stream("tryScan(_ initial: T, _ next: (T, Output) throws -> T) -> Publisher<T, Error>") {
                $0.input().tryScan($0.value(1), $0.throwingCombination(2))
            }),
        Operator(
            "replaceNil", .values, "Sends a value in place of every nil.",
            example: "Just(Int(\"x\")).replaceNil(with: 0).sink()",
            .stream("replaceNil(with output: T) -> Publisher<T, Failure>", on: "Publisher<T?, Failure>") { call in
                let substitute = call.value(1)
                return call.input().map { $0.wrapped ?? substitute }
            },
            .stream("replaceNil(with output: T) -> Publisher<T?, Failure>", on: "Publisher<T?, Failure>") { call in
                let substitute = call.value(1)
                return call.input().map { Value.some($0.wrapped ?? substitute) }
            }),
        Operator(
            "ignoreOutput", .values, "Passes on only the end.", example: "[1, 2, 3].publisher.ignoreOutput().sink()",
            .stream("ignoreOutput() -> Publisher<Never, Failure>") { $0.input().ignoreOutput().map(Value.init(never:)) }),
        Operator(
            "replaceEmpty", .values, "Sends a value if the stream ends without one.",
            example: "Empty<Int, Never>().replaceEmpty(with: 7).sink()",
            .stream("replaceEmpty(with output: Output)") {
                DemandRespectingReplaceEmpty(upstream: $0.input(), substitute: $0.value(1))
            }),
    ]

    static let errors: [Operator] = [
        Operator(
            "catch", .errors, "Continues with another publisher if the stream fails.",
            example: "marbles(\"ab#\").catch { error in Just(\"x\") }.sink()",
            .stream("catch(_ handler: (Failure) -> Publisher<Output, F>) -> Publisher<Output, F>") {
                $0.input().catch($0.errorFlow(1))
            }),
        Operator(
            "tryCatch", .errors, "Continues with another publisher if the stream fails, or fails with the closure's error.",
            example: "marbles(\"ab#\").tryCatch { error in Just(\"x\") }.replaceError(with: \"y\").sink()",
            .stream("tryCatch(_ handler: (Failure) throws -> Publisher<Output, F>) -> Publisher<Output, Error>") {
                $0.input().tryCatch($0.throwingErrorFlow(1))
            }),
        Operator(
            "replaceError", .errors, "Sends a value and finishes if the stream fails.",
            example: "marbles(\"ab#\").replaceError(with: \"x\").sink()",
            .stream("replaceError(with output: Output) -> Publisher<Output, Never>") {
                $0.input().replaceError(with: $0.value(1)).setFailureType(to: (any Error).self)
            }),
        Operator(
            "mapError", .errors, "Turns the error of a stream into another.",
            example: "marbles(\"a#\").mapError { FlowError(\"lost: \\($0)\") }.sink()",
            .stream("mapError(_ transform: (Failure) -> E) -> Publisher<Output, E> where E: Error") {
                $0.input().mapError($0.errorTransform(1))
            }),
        Operator(
            "setFailureType", .errors, "Gives a stream that cannot fail a failure type.",
            example: "[1, 2].publisher.setFailureType(to: FlowError.self).append(Fail(error: FlowError(\"end\"))).sink()",
            .stream(
                "setFailureType(to failureType: Type<E>) -> Publisher<Output, E> where E: Error", on: "Publisher<Output, Never>"
            ) { $0.input() }),
        Operator(
            "assertNoFailure", .errors, "Stops the run if the stream fails.",
            example: "[1, 2].publisher.setFailureType(to: FlowError.self).assertNoFailure().sink()",
            .stream("assertNoFailure(_ prefix: String = \"\") -> Publisher<Output, Never>") { call in
                let (run, site) = (call.run, call.site)
                return call.input().handleEvents(receiveCompletion: { completion in
                    guard case .failure(let error) = completion else { return }
                    let message = "the stream must not fail here, but failed with \(run.value(of: error))"
                    run.stop(.fault(Problem(site.span, message)), at: site.stage)
                })
            }),
        Operator(
            "retry", .errors, "Subscribes again if the stream fails, up to a number of times.",
            example: "marbles(\"a#\").retry(1).replaceError(with: \"x\").sink()",
            .stream("retry(_ retries: Int)", limits: ["retries": .within(0...1_000_000_000)]) { $0.input().retry($0.int(1)) }),
    ]
}
