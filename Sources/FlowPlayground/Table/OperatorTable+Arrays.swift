import FlowCore

/// The members of arrays in closures, including the ones shared by ranges and texts.
extension OperatorTable {
    private static func row(_ name: String, _ summary: String, _ closure: String, _ overloads: Overload...) -> Operator {
        Operator(name, .library, summary, example: "Just([3, 1, 2]).map { \(closure) }.sink()", overloads: overloads)
    }

    static let arrays: [Operator] = [
        row(
            "contains", "Whether it contains an element or a text.", "$0.contains(3)",
            .method("contains(_ element: T) -> Bool where T: Equatable", on: "[T]", .value) { call in
                .bool(call.array(0).contains { $0.equals(call.value(1)) })
            },
            .method("contains(_ element: Int) -> Bool", on: "ClosedRange<Int>", .value) { call in
                .bool(call.range(0).contains(call.int(1)))
            },
            .method("contains(_ element: Int) -> Bool", on: "Range<Int>", .value) { call in
                .bool(call.range(0).contains(call.int(1)))
            }),
        row(
            "first", "The first element; nil if there is none.", "$0.first ?? 0",
            .property("first -> T?", on: "[T]") { call in .optional(call.array(0).first) },
            .property("first -> Character?", on: "String") { call in .optional(call.string(0).first.map { .text(String($0)) }) }),
        row(
            "last", "The last element; nil if there is none.", "$0.last ?? 0",
            .property("last -> T?", on: "[T]") { call in .optional(call.array(0).last) },
            .property("last -> Character?", on: "String") { call in .optional(call.string(0).last.map { .text(String($0)) }) }),
        row(
            "sorted", "The elements in ascending order.", "$0.sorted()",
            .method("sorted() -> [T] where T: Comparable", on: "[T]", .value) { call throws(Stop) in
                try call.list(call.array(0).sorted { $0.isLess(than: $1) })
            }),
        row(
            "joined", "The texts joined by a separator.", "$0.map { String($0) }.joined(separator: \"-\")",
            .method("joined(separator: String = \"\") -> String", on: "[String]", .value) { call throws(Stop) in
                try call.text(call.array(0).map(\.description).joined(separator: call.isOmitted(1) ? "" : call.string(1)))
            }),
        row(
            "map", "Each element turned into another.", "$0.map { $0 * 2 }",
            .method("map(_ transform: (T) -> U) -> [U]", on: "[T]", .value) { call throws(Stop) in
                let transform = call.closure(1)
                return try call.list(try call.array(0).map { (value) throws(Stop) in try transform([value]) })
            }),
        row(
            "filter", "The elements for which a closure returns true.", "$0.filter { $0 > 1 }",
            .method("filter(_ isIncluded: (T) -> Bool) -> [T]", on: "[T]", .value) { call throws(Stop) in
                let test = call.closure(1)
                var values: [Value] = []
                for value in call.array(0) where try test([value]).isTrue { values.append(value) }
                return try call.list(values)
            }),
        row(
            "reduce", "One value combined from all elements.", "$0.reduce(0, +)",
            .method("reduce(_ initial: U, _ next: (U, T) -> U) -> U", on: "[T]", .value) { call throws(Stop) in
                let next = call.closure(2)
                var result = call.value(1)
                for value in call.array(0) { result = try next([result, value]) }
                return result
            }),
        row(
            "forEach", "Calls a closure for each element.", "$0.forEach { print($0) }; return $0.count",
            .method("forEach(_ body: (T) -> Void) -> Void", on: "[T]", .value) { call throws(Stop) in
                try call.forEach(call.array(0))
            },
            .method("forEach(_ body: (Int) -> Void) -> Void", on: "ClosedRange<Int>", .value) { call throws(Stop) in
                try call.forEach(call.range(0).lazy.map(Value.int))
            },
            .method("forEach(_ body: (Int) -> Void) -> Void", on: "Range<Int>", .value) { call throws(Stop) in
                try call.forEach(call.range(0).lazy.map(Value.int))
            }),
    ]
}

extension OperatorCall {
    fileprivate func forEach(_ values: some Sequence<Value>) throws(Stop) -> Value {
        let body = closure(1)
        for value in values { _ = try body([value]) }
        return .void
    }
}
