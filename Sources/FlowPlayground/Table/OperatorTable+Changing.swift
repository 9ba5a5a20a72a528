import FlowCore

/// What makes arrays and sets, what changes them, and what texts have as they do.
extension OperatorTable {
    static let making: [Operator] = [
        row(
            "Array", "An array of the elements of something else.", "Array(Set([$0.count]))",
            [
                .function("Array(_ elements: [T]) -> [T]") { call in call.value(0) },
                .function("Array(_ elements: Set<T>) -> [T]") { call throws(Stop) in try call.list(try call.elements(0)) },
                .function("Array(_ elements: ClosedRange<Int>) -> [Int]") { call throws(Stop) in
                    try call.list(try call.elements(0))
                },
                .function("Array(_ elements: Range<Int>) -> [Int]") { call throws(Stop) in try call.list(try call.elements(0)) },
                .function("Array(_ text: String) -> [Character]") { call throws(Stop) in
                    try call.list(call.string(0).map { .text(String($0)) })
                },
                .function("Array(repeating repeatedValue: T, count: Int) -> [T]") { call throws(Stop) in
                    try call.list(Array(repeating: call.value(0), count: min(try call.length(1), 1_000_000)))
                },
            ]),
        row(
            "Set", "Each of some elements once.", "Set($0 + $0).count",
            [
                .function("Set() -> Set<T>") { _ in .set(KeyedValues()) },
                .function("Set(_ elements: [T]) -> Set<T> where T: Equatable") { call in .set(KeyedValues(call.array(0))) },
            ]),
        row(
            "zip", "Pairs of the elements of two arrays.", "zip($0, $0.sorted()).map { $0 - $1 }",
            [
                .function("zip(_ a: [T], _ b: [U]) -> [(T, U)]") { call throws(Stop) in
                    try call.list(zip(call.array(0), call.array(1)).map { .tuple([$0, $1], nil) })
                }
            ]),
        row(
            "stride", "Numbers at equal distances.", "stride(from: 0, to: $0.count, by: 2).map { $0 }",
            ["to", "through"].map { label in
                .function("stride(from start: Int, \(label) end: Int, by step: Int) -> [Int]") { call throws(Stop) in
                    let (start, end, step) = (call.int(0), call.int(1), call.int(2))
                    guard step != 0 else { throw call.fault("a stride cannot be 0") }
                    guard abs(Double(end) - Double(start)) / abs(Double(step)) < 1e6 else {
                        throw call.fault("this range is too large")
                    }
                    let numbers =
                        label == "to"
                        ? Array(stride(from: start, to: end, by: step)) : Array(stride(from: start, through: end, by: step))
                    return try call.list(numbers.map(Value.int))
                }
            }),
    ]

    static let changes: [Operator] = [
        Operator(
            "append", .library, "Adds an element, or several, at the end of an array that may change.",
            example: "Just(1).map { n in var all = [n]; all.append(2); all.append(contentsOf: [3]); return all }.sink()",
            overloads: [
                changing("append(_ element: T) -> Void", on: "[T]") { call throws(Stop) in
                    .tuple([try call.list(call.array(0) + [call.value(1)]), .void], nil)
                },
                changing("append(contentsOf elements: [T]) -> Void", on: "[T]") { call throws(Stop) in
                    .tuple([try call.list(call.array(0) + call.array(1)), .void], nil)
                },
                changing("append(_ text: String) -> Void", on: "String") { call throws(Stop) in
                    .tuple([try call.text(call.string(0) + call.string(1)), .void], nil)
                },
            ]),
        Operator(
            "insert", .library, "Puts an element into a set, or at a place in an array.",
            example: "Just(1).map { n in var all = [n]; all.insert(0, at: 0); return all }.sink()",
            overloads: [
                changing("insert(_ element: T) -> Void", on: "Set<T>") { call in
                    var set = call.keyed(0)
                    if set[call.value(1)] == nil { set[call.value(1)] = .void }
                    return .tuple([.set(set), .void], nil)
                },
                changing("insert(_ element: T, at index: Int) -> Void", on: "[T]") { call throws(Stop) in
                    var array = call.array(0)
                    guard (0...array.count).contains(call.int(2)) else { throw call.fault("index out of range: \(call.int(2))") }
                    array.insert(call.value(1), at: call.int(2))
                    return .tuple([try call.list(array), .void], nil)
                },
            ]),
        Operator(
            "removeAll", .library, "Takes elements out of what may change.",
            example: "Just(1).map { n in var all = [n, 2, 3]; all.removeFirst(); all.removeAll { $0 > 2 }; return all }.sink()",
            overloads: [
                changing("removeAll() -> Void", on: "[T]") { _ in .tuple([.array([], nil), .void], nil) },
                changing("removeAll() -> Void", on: "Set<T>") { _ in .tuple([.set(KeyedValues()), .void], nil) },
                changing("removeAll() -> Void", on: "[T: U]") { _ in .tuple([.dictionary(KeyedValues()), .void], nil) },
                changing("removeAll(where shouldBeRemoved: (T) -> Bool) -> Void", on: "[T]") { call throws(Stop) in
                    let test = call.closure(1)
                    return .tuple(
                        [try call.list(call.array(0).filtered { value throws(Stop) in try !test([value]).isTrue }), .void], nil)
                },
                changing("removeFirst() -> T", on: "[T]") { call throws(Stop) in
                    guard let first = call.array(0).first else { throw call.fault("the array is empty") }
                    return .tuple([try call.list(Array(call.array(0).dropFirst())), first], nil)
                },
                changing("removeLast() -> T", on: "[T]") { call throws(Stop) in
                    guard let last = call.array(0).last else { throw call.fault("the array is empty") }
                    return .tuple([try call.list(Array(call.array(0).dropLast())), last], nil)
                },
                changing("remove(at index: Int) -> T", on: "[T]") { call throws(Stop) in
                    var array = call.array(0)
                    guard array.indices.contains(call.int(1)) else { throw call.fault("index out of range: \(call.int(1))") }
                    let removed = array.remove(at: call.int(1))
                    return .tuple([try call.list(array), removed], nil)
                },
            ]),
        Operator(
            "toggle", .library, "Turns a truth value that may change into its opposite.",
            example: "Just(true).map { isOn in var next = isOn; next.toggle(); return next }.sink()",
            overloads: [
                changing("toggle() -> Void", on: "Bool") { call in .tuple([.bool(!(call.bool(0) ?? false)), .void], nil) }
            ]),
    ]

    /// What parts of texts have as texts do.
    static func words(of receivers: [String]) -> [Operator] {
        [
            row(
                "reversed", "The characters from the last on.", "String(\"\\($0.count)!\".reversed())",
                receivers.map {
                    .method("reversed() -> [Character]", on: $0, .value) { call throws(Stop) in
                        try call.list(call.string(0).reversed().map { .text(String($0)) })
                    }
                }),
            row(
                "contains", "Whether a character, or a text, is in a text.", "\"\\($0.count)!\".contains(\"!\")",
                receivers.flatMap { receiver -> [Overload] in
                    [
                        .method("contains(_ other: String) -> Bool", on: receiver, .value) { call in
                            .bool(call.string(0).contains(call.string(1)))
                        },
                        .method("contains(where predicate: (Character) -> Bool) -> Bool", on: receiver, .value) {
                            call throws(Stop) in
                            let test = call.closure(1)
                            return .bool(
                                try call.string(0).map { .text(String($0)) }.found { value throws(Stop) in
                                    try test([value]).isTrue
                                } != nil)
                        },
                    ]
                }),
            row(
                "description", "A value as text.", "$0.description",
                ["Int", "Double", "Bool", "String", "[T]"].map {
                    .property("description -> String", on: $0) { call throws(Stop) in try call.text(call.value(0).description) }
                }),
            row(
                "filter", "The characters for which a closure returns true.", "\"\\($0.count)!\".filter { $0 != \"!\" }",
                receivers.map {
                    .method("filter(_ isIncluded: (Character) -> Bool) -> String", on: $0, .value) { call throws(Stop) in
                        let test = call.closure(1)
                        let kept = try call.string(0).map { Value.text(String($0)) }.filtered { value throws(Stop) in
                            try test([value]).isTrue
                        }
                        return try call.joined(kept, separator: "")
                    }
                }),
            row(
                "prefix", "The first characters.", "\"\\($0.count)!\".prefix(1).count",
                receivers.flatMap { receiver -> [Overload] in
                    [
                        .method("prefix(_ maxLength: Int) -> Substring", on: receiver, .value) { call throws(Stop) in
                            .text(String(call.string(0).prefix(try call.length(1))))
                        },
                        .method("suffix(_ maxLength: Int) -> Substring", on: receiver, .value) { call throws(Stop) in
                            .text(String(call.string(0).suffix(try call.length(1))))
                        },
                        .method("dropFirst(_ count: Int = 1) -> Substring", on: receiver, .value) { call throws(Stop) in
                            .text(String(call.string(0).dropFirst(call.isOmitted(1) ? 1 : try call.length(1))))
                        },
                        .method("dropLast(_ count: Int = 1) -> Substring", on: receiver, .value) { call throws(Stop) in
                            .text(String(call.string(0).dropLast(call.isOmitted(1) ? 1 : try call.length(1))))
                        },
                    ]
                }),
        ]
    }
}
