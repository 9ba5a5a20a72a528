import FlowCore
import FlowCombine

extension OperatorTable {
    static let reducing: [Operator] = [
        Operator(
            "reduce", .reducing, "Accumulates a value and sends it at the end.",
            example: "[1, 2, 3].publisher.reduce(0, +).sink()",
            .stream("reduce(_ initial: T, _ next: (T, Output) -> T) -> Publisher<T, Failure>") {
                $0.input().reduce($0.value(1), $0.combination(2))
            }),
        Operator(
            "tryReduce", .reducing, "Accumulates a value and sends it at the end, or fails with the closure's error.",
            example: "[1, 2, 3].publisher.tryReduce(0) { $0 + $1 }.replaceError(with: 0).sink()",
            .stream("tryReduce(_ initial: T, _ next: (T, Output) throws -> T) -> Publisher<T, Error>") {
                $0.input().tryReduce($0.value(1), $0.throwingCombination(2))
            }),
        Operator(
            "collect", .reducing, "Gathers values into arrays: all of them, a number at a time, or by time.",
            example: "[1, 2, 3].publisher.collect(2).sink()",
            .stream("collect() -> Publisher<[Output], Failure>") { $0.input().collect().map($0.charging) },
            .stream("collect(_ count: Int) -> Publisher<[Output], Failure>", limits: ["count": .within(1...1_000_000)]) {
                $0.input().collect($0.int(1)).map($0.charging)
            },
            .stream("collect(_ strategy: TimeGroupingStrategy) -> Publisher<[Output], Failure>") {
                $0.input().collect($0.grouping(1)).map($0.charging)
            }),
        Operator(
            "count", .reducing, "Sends the number of values at the end.",
            example: "[\"a\", \"b\"].publisher.count().sink()",
            .stream("count() -> Publisher<Int, Failure>") { $0.input().count().map(Value.int) }),
        Operator(
            "min", .reducing, "Sends the smallest value at the end.", example: "[3, 1, 2].publisher.min().sink()",
            .stream("min() -> Publisher<Output, Failure> where Output: Comparable") { call in
                call.input().min { $0.isLess(than: $1) }
            },
            .stream("min(by areInIncreasingOrder: (Output, Output) -> Bool)") { $0.input().min(by: $0.comparison(1)) }),
        Operator(
            "max", .reducing, "Sends the largest value at the end.", example: "[3, 1, 2].publisher.max().sink()",
            .stream("max() -> Publisher<Output, Failure> where Output: Comparable") { call in
                call.input().max { $0.isLess(than: $1) }
            },
            .stream("max(by areInIncreasingOrder: (Output, Output) -> Bool)") { $0.input().max(by: $0.comparison(1)) }),
        Operator(
            "contains", .reducing, "Sends whether a value occurs; finishes when it does.",
            example: "[1, 2, 3].publisher.contains(2).sink()",
            .stream("contains(_ output: Output) -> Publisher<Bool, Failure> where Output: Equatable", mayEndEarly: true) { call in
                let wanted = call.value(1)
                return call.input().contains { $0.equals(wanted) }.map(Value.bool)
            },
            .stream("contains(where predicate: (Output) -> Bool) -> Publisher<Bool, Failure>", mayEndEarly: true) {
                $0.input().contains(where: $0.test(1)).map(Value.bool)
            }),
        Operator(
            "allSatisfy", .reducing, "Sends whether the closure returns true for every value; finishes when it returns false.",
            example: "[1, 2, 3].publisher.allSatisfy { $0 < 3 }.sink()",
            .stream("allSatisfy(_ predicate: (Output) -> Bool) -> Publisher<Bool, Failure>", mayEndEarly: true) {
                $0.input().allSatisfy($0.test(1)).map(Value.bool)
            }),
        Operator(
            "first", .reducing, "Sends the first value and finishes.", example: "[1, 2, 3].publisher.first { $0 > 1 }.sink()",
            .stream("first()", mayEndEarly: true) { $0.input().first() },
            .stream("first(where predicate: (Output) -> Bool)", mayEndEarly: true) { $0.input().first(where: $0.test(1)) }),
        Operator(
            "last", .reducing, "Sends the last value at the end.", example: "[1, 2, 3].publisher.last().sink()",
            .stream("last()") { $0.input().last() },
            .stream("last(where predicate: (Output) -> Bool)") { $0.input().last(where: $0.test(1)) }),
    ]

    static let parts: [Operator] = [
        Operator(
            "prefix", .parts, "Passes the first values on, and finishes.", example: "[1, 2, 3].publisher.prefix(2).sink()",
            .stream("prefix(_ maxLength: Int)", limits: ["maxLength": .within(0...1_000_000_000)], mayEndEarly: true) {
                $0.input().prefix($0.int(1))
            },
            .stream("prefix(while predicate: (Output) -> Bool)", mayEndEarly: true) { $0.input().prefix(while: $0.test(1)) },
            .stream("prefix(untilOutputFrom publisher: Publisher<T, F>)", mayEndEarly: true) {
                $0.input().prefix(untilOutputFrom: $0.input(1))
            }),
        Operator(
            "dropFirst", .parts, "Drops the first values.", example: "[1, 2, 3].publisher.dropFirst().sink()",
            .stream("dropFirst(_ count: Int = 1)", limits: ["count": .within(0...1_000_000_000)]) {
                $0.input().dropFirst($0.int(1, standard: 1))
            }),
        Operator(
            "drop", .parts, "Drops values until a closure returns false, or another stream sends.",
            example: "[1, 2, 3, 1].publisher.drop { $0 < 3 }.sink()",
            .stream("drop(while predicate: (Output) -> Bool)") { $0.input().drop(while: $0.test(1)) },
            .stream("drop(untilOutputFrom publisher: Publisher<T, Failure>)") { $0.input().drop(untilOutputFrom: $0.input(1)) }),
        Operator(
            "output", .parts, "Passes on the value at an index, or in a range of indices, from 0.",
            example: "[\"a\", \"b\", \"c\"].publisher.output(at: 1).sink()",
            .stream("output(at index: Int)", limits: ["index": .within(0...1_000_000_000)], mayEndEarly: true) {
                $0.input().output(at: $0.int(1))
            },
            .method("output(in range: ClosedRange<Int>)", mayEndEarly: true) { call throws(Stop) in
                call.flow(call.input().output(in: try call.indices(1)))
            },
            .method("output(in range: Range<Int>)", mayEndEarly: true) { call throws(Stop) in
                call.flow(call.input().output(in: try call.indices(1)))
            }),
        Operator(
            "append", .parts, "Sends further values, or another publisher's, at the end.",
            example: "[1, 2].publisher.append(3, 4).sink()",
            .stream("append(_ elements: Output...)") { $0.input().append($0.array(1)) },
            .stream("append(_ elements: [Output])") { $0.input().append($0.array(1)) },
            .stream("append(_ publisher: Publisher<Output, Failure>)") { $0.input().append($0.input(1)) }),
        Operator(
            "prepend", .parts, "Sends values, or another publisher's, before the others.",
            example: "[3].publisher.prepend(1, 2).sink()",
            .stream("prepend(_ elements: Output...)") { $0.input().prepend($0.array(1)) },
            .stream("prepend(_ elements: [Output])") { $0.input().prepend($0.array(1)) },
            .stream("prepend(_ publisher: Publisher<Output, Failure>)") { $0.input().prepend($0.input(1)) }),
    ]
}
