import FlowCore

/// What arrays, sets, dictionaries and texts can do.
extension OperatorTable {
    static func row(_ name: String, _ summary: String, _ closure: String, _ overloads: [Overload]) -> Operator {
        Operator(
            name, .library, summary, example: "Just([3, 1, 2]).map { \(closure) }.sink()", overloads: overloads)
    }

    /// A method of arrays, of ranges of numbers, and mostly of sets, which each have it by the same name.
    static func onElements(
        _ text: String, sets: Bool = true, _ build: @escaping @Sendable (OperatorCall, [Value]) throws(Stop) -> Value
    ) -> [Overload] {
        let receivers: [(String, String)] =
            [("[T]", "T"), ("ClosedRange<Int>", "Int"), ("Range<Int>", "Int")] + (sets ? [("Set<T>", "T")] : [])
        return receivers.map { receiver, element in
            .method(text.replacing("Element", with: element), on: receiver, .value) { call throws(Stop) in
                try build(call, try call.elements(0))
            }
        }
    }

    static func changing(_ text: String, on receiver: String, _ build: @escaping Overload.Build) -> Overload {
        .method(text, on: receiver, .change, build: build)
    }

    static let collections: [Operator] = transforming + picking + making + changes + words(of: ["String", "Substring"])

    private static let transforming: [Operator] = [
        row(
            "map", "Each element turned into another.", "$0.map { $0 * 2 }",
            onElements("map(_ transform: (Element) -> U) -> [U]") { call, values throws(Stop) in
                let transform = call.closure(1)
                return try call.list(values.mapped { value throws(Stop) in try transform([value]) })
            }),
        row(
            "compactMap", "Each element turned into another, without every nil.", "$0.compactMap { $0 > 1 ? $0 : nil }",
            onElements("compactMap(_ transform: (Element) -> U?) -> [U]") { call, values throws(Stop) in
                let transform = call.closure(1)
                return try call.list(values.mapped { value throws(Stop) in try transform([value]) }.compactMap(\.wrapped))
            }),
        row(
            "flatMap", "The elements of the arrays that a closure makes.", "$0.flatMap { [$0, 0] }",
            onElements("flatMap(_ transform: (Element) -> [U]) -> [U]") { call, values throws(Stop) in
                let transform = call.closure(1)
                var all: [Value] = []
                for value in values {
                    if case .array(let part, _) = try transform([value]) { all += part }
                    _ = try call.list(all)
                }
                return try call.list(all)
            }),
        row(
            "filter", "The elements for which a closure returns true.", "$0.filter { $0 > 1 }",
            onElements("filter(_ isIncluded: (Element) -> Bool) -> [Element]", sets: false) { call, values throws(Stop) in
                let test = call.closure(1)
                return try call.list(values.filtered { value throws(Stop) in try test([value]).isTrue })
            } + [
                .method("filter(_ isIncluded: (T) -> Bool) -> Set<T>", on: "Set<T>", .value) { call throws(Stop) in
                    let test = call.closure(1)
                    return .set(KeyedValues(try call.keyed(0).keys.filtered { value throws(Stop) in try test([value]).isTrue }))
                }
            ]),
        row(
            "reduce", "One value made of all.", "$0.reduce(0, +)",
            onElements("reduce(_ initial: U, _ next: (U, Element) -> U) -> U") { call, values throws(Stop) in
                let next = call.closure(2)
                var result = call.value(1)
                for value in values { result = try next([result, value]) }
                return result
            }),
        row(
            "forEach", "Calls a closure for each element.", "$0.forEach { print($0) }; return $0.count",
            onElements("forEach(_ body: (Element) -> Void) -> Void") { call, values throws(Stop) in
                let body = call.closure(1)
                for value in values {
                    try call.run.countStep(at: call.site.span)
                    _ = try body([value])
                }
                return .void
            }),
        row(
            "sorted", "The elements from the smallest on, or as a closure orders them.", "$0.sorted { $0 > $1 }",
            onElements("sorted(by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element]") { call, values throws(Stop) in
                let order = call.closure(1)
                return try call.list(try values.ordered { a, b throws(Stop) in try order([a, b]).isTrue })
            } + [
                .method("sorted() -> [T] where T: Comparable", on: "Set<T>", .value) { call throws(Stop) in
                    try call.list(call.keyed(0).keys.sorted { $0.isLess(than: $1) })
                }
            ]),
        row(
            "reversed", "The elements from the last on.", "Array($0.reversed())",
            onElements("reversed() -> [Element]") { call, values throws(Stop) in
                try call.list(values.reversed())
            }),
        row(
            "enumerated", "Each element with its number, from 0.", "$0.enumerated().map { $0 * $1 }",
            onElements("enumerated() -> [(Int, Element)]") { call, values throws(Stop) in
                try call.list(values.enumerated().map { .tuple([.int($0), $1], nil) })
            }),
        row(
            "split", "The parts of a text between separators.",
            "$0.map(String.init).joined(separator: \" \").split(separator: \" \").count",
            ["String", "Substring"].map {
                .method("split(separator: Character) -> [Substring]", on: $0, .value) { call throws(Stop) in
                    guard let separator = call.string(1).first, call.string(1).count == 1 else {
                        throw call.fault("a separator is one character")
                    }
                    return try call.list(call.string(0).split(separator: separator).map { .text(String($0)) })
                }
            }),
    ]

    private static let picking: [Operator] = [
        row(
            "first", "The first element for which a closure returns true, nil where there is none.",
            "$0.first(where: { $0 < 3 }) ?? 0",
            onElements("first(where predicate: (Element) -> Bool) -> Element?") { call, values throws(Stop) in
                let test = call.closure(1)
                return .optional(try values.found { value throws(Stop) in try test([value]).isTrue })
            }),
        row(
            "last", "The last element for which a closure returns true, nil where there is none.",
            "$0.last(where: { $0 < 3 }) ?? 0",
            onElements("last(where predicate: (Element) -> Bool) -> Element?", sets: false) { call, values throws(Stop) in
                let test = call.closure(1)
                return .optional(try values.reversed().found { value throws(Stop) in try test([value]).isTrue })
            }),
        row(
            "contains", "Whether a closure returns true for an element.", "$0.contains { $0 > 2 }",
            onElements("contains(where predicate: (Element) -> Bool) -> Bool") { call, values throws(Stop) in
                let test = call.closure(1)
                return .bool(try values.found { value throws(Stop) in try test([value]).isTrue } != nil)
            } + [
                .method("contains(_ element: T) -> Bool where T: Equatable", on: "Set<T>", .value) { call in
                    .bool(call.keyed(0)[call.value(1)] != nil)
                }
            ]),
        row(
            "allSatisfy", "Whether a closure returns true for every element.", "$0.allSatisfy { $0 > 0 }",
            onElements("allSatisfy(_ predicate: (Element) -> Bool) -> Bool") { call, values throws(Stop) in
                let test = call.closure(1)
                return .bool(try values.found { value throws(Stop) in try !test([value]).isTrue } == nil)
            }),
        row(
            "min", "The smallest element, nil where there is none.", "$0.min() ?? 0",
            onElements("min() -> Element? where Element: Comparable") { _, values in
                .optional(values.min { $0.isLess(than: $1) })
            }),
        row(
            "max", "The largest element, nil where there is none.", "$0.max() ?? 0",
            onElements("max() -> Element? where Element: Comparable") { _, values in
                .optional(values.max { $0.isLess(than: $1) })
            }),
        row(
            "prefix", "The first elements.", "Array($0.prefix(2))",
            onElements("prefix(_ maxLength: Int) -> [Element]") { call, values throws(Stop) in
                try call.list(Array(values.prefix(try call.length(1))))
            }),
        row(
            "suffix", "The last elements.", "Array($0.suffix(2))",
            onElements("suffix(_ maxLength: Int) -> [Element]") { call, values throws(Stop) in
                try call.list(Array(values.suffix(try call.length(1))))
            }),
        row(
            "dropFirst", "All but the first elements.", "Array($0.dropFirst())",
            onElements("dropFirst(_ count: Int = 1) -> [Element]") { call, values throws(Stop) in
                try call.list(Array(values.dropFirst(call.isOmitted(1) ? 1 : try call.length(1))))
            }),
        row(
            "dropLast", "All but the last elements.", "Array($0.dropLast())",
            onElements("dropLast(_ count: Int = 1) -> [Element]") { call, values throws(Stop) in
                try call.list(Array(values.dropLast(call.isOmitted(1) ? 1 : try call.length(1))))
            }),
        row(
            "keys", "The keys of a dictionary.", "[\"a\": $0].keys.sorted()",
            [
                .property("keys -> [T]", on: "[T: U]") { call throws(Stop) in try call.list(call.keyed(0).keys) },
                .property("values -> [U]", on: "[T: U]") { call throws(Stop) in try call.list(call.keyed(0).values) },
            ]),
        row(
            "count", "How many elements there are.", "Set($0).count",
            ["Set<T>", "[T: U]"].flatMap { receiver -> [Overload] in
                [
                    .property("count -> Int", on: receiver) { call in .int(call.keyed(0).keys.count) },
                    .property("isEmpty -> Bool", on: receiver) { call in .bool(call.keyed(0).keys.isEmpty) },
                ]
            }
                + ["ClosedRange<Int>", "Range<Int>"].map { receiver in
                    .property("count -> Int", on: receiver) { call in .int(call.range(0).count) }
                }),
    ]
}

extension OperatorCall {
    func keyed(_ index: Int) -> KeyedValues {
        switch arguments[index] {
        case .set(let values), .dictionary(let values): values
        default: KeyedValues()
        }
    }

    /// The elements of an array, a set or a range.
    func elements(_ index: Int) throws(Stop) -> [Value] {
        switch arguments[index] {
        case .array(let elements, _): return elements
        case .set(let set): return set.keys
        case .range(let range, _):
            guard range.count <= 100_000 else { throw fault("this range is too large for an array") }
            return range.map(Value.int)
        default: return []
        }
    }

    /// A number of elements.
    func length(_ index: Int) throws(Stop) -> Int {
        guard int(index) >= 0 else { throw fault("a number of elements cannot be \(int(index))") }
        return int(index)
    }
}

extension Array where Element == Value {
    func mapped(_ transform: (Value) throws(Stop) -> Value) throws(Stop) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for value in self { values.append(try transform(value)) }
        return values
    }

    func filtered(_ isIncluded: (Value) throws(Stop) -> Bool) throws(Stop) -> [Value] {
        var values: [Value] = []
        for value in self where try isIncluded(value) { values.append(value) }
        return values
    }

    /// Sorts as Swift does, stably; what the order throws ends it.
    func ordered(_ isLess: (Value, Value) throws(Stop) -> Bool) throws(Stop) -> [Value] {
        var stop: Stop?
        let values = sorted { a, b in
            guard stop == nil else { return false }
            do throws(Stop) {
                return try isLess(a, b)
            } catch {
                stop = error
                return false
            }
        }
        if let stop { throw stop }
        return values
    }

    func found(_ isWanted: (Value) throws(Stop) -> Bool) throws(Stop) -> Value? {
        for value in self where try isWanted(value) { return value }
        return nil
    }
}
