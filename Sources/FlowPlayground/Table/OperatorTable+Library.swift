import FlowCore

/// The library of closures: numbers, texts and arrays.
extension OperatorTable {
    static let library: [Operator] = numbers + texts + arrays

    private static func row(
        _ name: String, _ summary: String, of values: String, closure: String, _ overloads: Overload...
    ) -> Operator {
        Operator(name, .library, summary, example: "\(values).publisher.map { \(closure) }.sink()", overloads: overloads)
    }

    private static let someWords = "[\"ab\", \"c\"]"

    private static let numbers: [Operator] = [
        row(
            "Int", "A whole number, parsed from text, or a number without its fraction.", of: someWords,
            closure: "Int($0) ?? 0",
            .function("Int(_ text: String) -> Int?") { call in .optional(Int(call.string(0)).map(Value.int)) },
            .function("Int(_ value: Int) -> Int") { call in call.value(0) },
            .function("Int(_ value: Double) -> Int") { call throws(Stop) in
                guard let whole = Int(exactly: call.number(0).rounded(.towardZero)) else {
                    throw call.fault("\(call.value(0)) does not fit in an Int")
                }
                return .int(whole)
            }),
        row(
            "Double", "A number with a fraction.", of: "[1, 2]", closure: "Double($0) / 2",
            .function("Double(_ value: Int) -> Double") { call in .double(Double(call.int(0))) },
            .function("Double(_ value: Double) -> Double") { call in call.value(0) },
            .function("Double(_ text: String) -> Double?") { call in .optional(Double(call.string(0)).map(Value.double)) }),
        row(
            "String", "A value as text.", of: "[1, 2]", closure: "\"#\" + String($0)",
            .function("String(_ value: Int) -> String") { call in .text(call.value(0).description) },
            .function("String(_ value: Double) -> String") { call in .text(call.value(0).description) },
            .function("String(_ value: Bool) -> String") { call in .text(call.value(0).description) },
            .function("String(_ value: String) -> String") { call in call.value(0) },
            .function("String(_ value: Character) -> String") { call in call.value(0) }),
        row(
            "Optional", "A value that might be none.", of: "[1, 2]", closure: "Optional($0) ?? 0",
            .function("Optional(_ value: T) -> T?") { call in .optional(call.value(0)) }),
        row(
            "abs", "A number without its sign.", of: "[-1, 2]", closure: "abs($0)",
            .function("abs(_ value: Int) -> Int") { call throws(Stop) in
                let value = call.int(0)
                guard value != .min else { throw call.fault("overflow: abs(\(value))") }
                return .int(abs(value))
            },
            .function("abs(_ value: Double) -> Double") { call in .double(abs(call.number(0))) }),
        row(
            "min", "The smaller of two.", of: "[1, 5]", closure: "min($0, 3)",
            .function("min(_ a: T, _ b: T) -> T where T: Comparable") { call in
                call.value(1).isLess(than: call.value(0)) ? call.value(1) : call.value(0)
            }),
        row(
            "max", "The larger of two.", of: "[1, 5]", closure: "max($0, 3)",
            .function("max(_ a: T, _ b: T) -> T where T: Comparable") { call in
                call.value(1).isLess(than: call.value(0)) ? call.value(0) : call.value(1)
            }),
        row(
            "isMultiple", "Whether a number is divisible by another.", of: "[1, 2]",
            closure: "$0.isMultiple(of: 2)",
            .method("isMultiple(of other: Int) -> Bool", on: "Int", .value) { call in
                let (value, other) = (call.int(0), call.int(1))
                return .bool(other == 0 ? value == 0 : value.magnitude % other.magnitude == 0)
            }),
        row(
            "rounded", "A number rounded to the nearest whole number.", of: "[1.4, 1.6]", closure: "$0.rounded()",
            .method("rounded() -> Double", on: "Double", .value) { call in .double(call.number(0).rounded()) }),
    ]

    private static let texts: [Operator] = [
        row(
            "count", "The number of characters or elements.", of: someWords, closure: "$0.count",
            .property("count -> Int", on: "String") { call in .int(call.string(0).count) },
            .property("count -> Int", on: "[T]") { call in .int(call.array(0).count) }),
        row(
            "isEmpty", "Whether it has no characters or elements.", of: someWords, closure: "$0.isEmpty",
            .property("isEmpty -> Bool", on: "String") { call in .bool(call.string(0).isEmpty) },
            .property("isEmpty -> Bool", on: "[T]") { call in .bool(call.array(0).isEmpty) }),
        Operator(
            "message", .library, "An error's message.", example: "marbles(\"a#\").catch { Just(\"lost: \" + $0.message) }.sink()",
            .property("message -> String", on: "FlowError") { call in .text(call.error(0)?.message ?? "") }),
        row(
            "uppercased", "Text in upper case.", of: someWords, closure: "$0.uppercased()",
            .method("uppercased() -> String", on: "String", .value) { call throws(Stop) in
                try call.text(call.string(0).uppercased())
            },
            .method("uppercased() -> String", on: "Character", .value) { call in .text(call.string(0).uppercased()) }),
        row(
            "lowercased", "Text in lower case.", of: someWords, closure: "$0.lowercased()",
            .method("lowercased() -> String", on: "String", .value) { call throws(Stop) in
                try call.text(call.string(0).lowercased())
            },
            .method("lowercased() -> String", on: "Character", .value) { call in .text(call.string(0).lowercased()) }),
        row(
            "hasPrefix", "Whether text begins with another.", of: someWords, closure: "$0.hasPrefix(\"a\")",
            .method("hasPrefix(_ prefix: String) -> Bool", on: "String", .value) { call in
                .bool(call.string(0).hasPrefix(call.string(1)))
            }),
        row(
            "hasSuffix", "Whether text ends with another.", of: someWords, closure: "$0.hasSuffix(\"b\")",
            .method("hasSuffix(_ suffix: String) -> Bool", on: "String", .value) { call in
                .bool(call.string(0).hasSuffix(call.string(1)))
            }),
    ]
}
