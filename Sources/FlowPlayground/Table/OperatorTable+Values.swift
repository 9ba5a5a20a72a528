import FlowCore
import OpenCombineShim

extension OperatorTable {
    static let values: [Operator] = [
        Operator(
            "map", .values, "Turns each value into another.", example: "[1, 2, 3].publisher.map { $0 * 10 }.sink()",
            [
                .method("map(_ transform: (Output) -> T) -> Publisher<T, Failure>") { call in
                    let transform = call.transform(1)
                    return call.flow(call.input().map { transform($0) })
                }
            ]),
        Operator(
            "tryMap", .values, "Turns each value into another, or fails with what the closure throws.",
            example:
                "[1, 2, 3].publisher.tryMap { if $0 == 3 { throw FlowError(\"three\") }; return $0 * 10 }"
                + ".replaceError(with: 0).sink()",
            [
                .method("tryMap(_ transform: (Output) throws -> T) -> Publisher<T, Error>") { call in
                    let transform = call.throwing(1)
                    return call.flow(call.input().tryMap { try transform($0) })
                }
            ]),
        Operator(
            "compactMap", .values, "Turns each value into another, and leaves out every nil.",
            example: "[\"1\", \"b\", \"3\"].publisher.compactMap { Int($0) }.sink()",
            [
                .method("compactMap(_ transform: (Output) -> T?) -> Publisher<T, Failure>") { call in
                    let transform = call.transform(1)
                    return call.flow(call.input().compactMap { transform($0).wrapped })
                }
            ]),
        Operator(
            "tryCompactMap", .values,
            "Turns each value into another and leaves out every nil, or fails with what the closure throws.",
            example: "[\"1\", \"b\"].publisher.tryCompactMap { Int($0) }.replaceError(with: 0).sink()",
            [
                .method("tryCompactMap(_ transform: (Output) throws -> T?) -> Publisher<T, Error>") { call in
                    let transform = call.throwing(1)
                    return call.flow(call.input().tryCompactMap { try transform($0).wrapped })
                }
            ]),
        Operator(
            "filter", .values, "Lets through the values for which the closure returns true.",
            example: "[1, 2, 3, 4].publisher.filter { $0 % 2 == 0 }.sink()",
            [
                .method("filter(_ isIncluded: (Output) -> Bool) -> Publisher<Output, Failure>") { call in
                    let test = call.test(1)
                    return call.flow(call.input().filter { test($0) })
                }
            ]),
        Operator(
            "tryFilter", .values, "Lets through the values for which the closure returns true, or fails with what it throws.",
            example: "[1, 2, 3].publisher.tryFilter { $0 > 1 }.replaceError(with: 0).sink()",
            [
                .method("tryFilter(_ isIncluded: (Output) throws -> Bool) -> Publisher<Output, Error>") { call in
                    let test = call.throwing(1)
                    return call.flow(call.input().tryFilter { try test($0).isTrue })
                }
            ]),
        Operator(
            "removeDuplicates", .values, "Leaves out values that equal the one before.",
            example: "[1, 1, 2, 2, 1].publisher.removeDuplicates().sink()",
            [
                .method("removeDuplicates() -> Publisher<Output, Failure> where Output: Equatable") { call in
                    call.flow(call.input().removeDuplicates { $0.equals($1) })
                },
                .method("removeDuplicates(by predicate: (Output, Output) -> Bool) -> Publisher<Output, Failure>") { call in
                    let areEqual = call.comparison(1)
                    return call.flow(call.input().removeDuplicates { areEqual($0, $1) })
                },
            ]),
        Operator(
            "scan", .values, "Carries a value along and sends it after each step.",
            example: "[1, 2, 3].publisher.scan(0) { $0 + $1 }.sink()",
            [
                .method("scan(_ initial: T, _ next: (T, Output) -> T) -> Publisher<T, Failure>") { call in
                    let next = call.combination(2)
                    return call.flow(call.input().scan(call.value(1)) { next($0, $1) })
                }
            ]),
        Operator(
            "tryScan", .values, "Carries a value along and sends it after each step, or fails with what the closure throws.",
            example: "[1, 2, 3].publisher.tryScan(0) { $0 + $1 }.replaceError(with: 0).sink()",
            [
                .method("tryScan(_ initial: T, _ next: (T, Output) throws -> T) -> Publisher<T, Error>") { call in
                    let next = call.throwingCombination(2)
                    return call.flow(call.input().tryScan(call.value(1)) { try next($0, $1) })
                }
            ]),
        Operator(
            "replaceNil", .values, "Sends a value in place of every nil.",
            example: "[1, nil, 3].publisher.replaceNil(with: 0).sink()",
            [
                .method("replaceNil(with output: T) -> Publisher<T, Failure>", on: "Publisher<T?, Failure>") { call in
                    let substitute = call.value(1)
                    return call.flow(call.input().map { $0.wrapped ?? substitute })
                }
            ]),
        Operator(
            "ignoreOutput", .values, "Lets through only the end.", example: "[1, 2, 3].publisher.ignoreOutput().sink()",
            [
                .method("ignoreOutput() -> Publisher<Never, Failure>") { call in
                    call.flow(call.input().ignoreOutput().map(Value.init(never:)))
                }
            ]),
        Operator(
            "replaceEmpty", .values, "Sends a value where the stream ends without one.",
            example: "Empty<Int, Never>().replaceEmpty(with: 7).sink()",
            [
                .method("replaceEmpty(with output: Output) -> Publisher<Output, Failure>") { call in
                    call.flow(PatientReplaceEmpty(upstream: call.input(), substitute: call.value(1)))
                }
            ]),
    ]

    static let errors: [Operator] = [
        Operator(
            "catch", .errors, "Goes on with another publisher where the stream fails.",
            example: "marbles(\"ab#\").catch { error in Just(\"x\") }.sink()",
            [
                .method("catch(_ handler: (Failure) -> Publisher<Output, F>) -> Publisher<Output, F>") { call in
                    let handle = call.errorFlow(1)
                    return call.flow(call.input().catch { handle($0) })
                }
            ]),
        Operator(
            "tryCatch", .errors, "Goes on with another publisher where the stream fails, or fails with what the closure throws.",
            example: "marbles(\"ab#\").tryCatch { error in Just(\"x\") }.replaceError(with: \"y\").sink()",
            [
                .method("tryCatch(_ handler: (Failure) throws -> Publisher<Output, F>) -> Publisher<Output, Error>") { call in
                    let handle = call.throwingErrorFlow(1)
                    return call.flow(call.input().tryCatch { try handle($0) })
                }
            ]),
        Operator(
            "replaceError", .errors, "Sends a value and finishes where the stream fails.",
            example: "marbles(\"ab#\").replaceError(with: \"x\").sink()",
            [
                .method("replaceError(with output: Output) -> Publisher<Output, Never>") { call in
                    call.flow(call.input().replaceError(with: call.value(1)).setFailureType(to: (any Error).self))
                }
            ]),
        Operator(
            "mapError", .errors, "Turns the error of a stream into another.",
            example: "marbles(\"a#\").mapError { FlowError(\"lost: \\($0)\") }.sink()",
            [
                .method("mapError(_ transform: (Failure) -> E) -> Publisher<Output, E> where E: Error") { call in
                    let transform = call.errorTransform(1)
                    return call.flow(call.input().mapError { transform($0) })
                }
            ]),
        Operator(
            "setFailureType", .errors, "Lets a stream that cannot fail go where one is expected that can.",
            example: "[1, 2].publisher.setFailureType(to: FlowError.self).append(Fail(error: FlowError(\"end\"))).sink()",
            [
                .method(
                    "setFailureType(to failureType: Type<E>) -> Publisher<Output, E> where E: Error",
                    on: "Publisher<Output, Never>"
                ) { call in call.flow(call.input()) }
            ]),
        Operator(
            "retry", .errors, "Subscribes again where the stream fails, up to so many times.",
            example: "marbles(\"a#\").retry(1).replaceError(with: \"x\").sink()",
            [
                .method("retry(_ retries: Int) -> Publisher<Output, Failure>", limits: ["retries": .within(0...1_000_000_000)]) {
                    call throws(Stop) in
                    call.flow(call.input().retry(try call.int(1)))
                }
            ]),
    ]
}
