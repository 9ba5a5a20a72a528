import FlowCore
import FlowCombine

extension OperatorTable {
    private static func property(
        _ name: String, _ summary: String, of values: String, closure: String, _ overloads: Overload...
    ) -> Operator {
        Operator(name, .library, summary, example: "\(values).publisher.map { \(closure) }.sink()", overloads: overloads)
    }

    private static let someWords = "[\"ab\", \"c\"]"

    static let library: [Operator] = numbers + texts + arrays

    private static let numbers: [Operator] = [
        property(
            "Int", "A whole number: of text that is one, or of a number without its fraction.", of: someWords,
            closure: "Int($0) ?? 0",
            .function("Int(_ text: String) -> Int?") { call in .optional(Int(call.string(0)).map(Value.int)) },
            .function("Int(_ text: Substring) -> Int?") { call in .optional(Int(call.string(0)).map(Value.int)) },
            .function("Int(_ value: Int) -> Int") { call in call.value(0) },
            .function("Int(_ value: Double) -> Int") { call throws(Stop) in
                guard let whole = Int(exactly: call.number(0).rounded(.towardZero)) else {
                    throw call.fault("\(call.value(0)) does not fit in an Int")
                }
                return .int(whole)
            }),
        property(
            "Double", "A number with a fraction.", of: "[1, 2]", closure: "Double($0) / 2",
            .function("Double(_ value: Int) -> Double") { call in .double(Double(call.int(0))) },
            .function("Double(_ value: Double) -> Double") { call in call.value(0) },
            .function("Double(_ text: String) -> Double?") { call in .optional(Double(call.string(0)).map(Value.double)) }),
        property(
            "String", "A value as text.", of: "[1, 2]", closure: "\"#\" + String($0)",
            .function("String(_ value: Int) -> String") { call in .text(call.value(0).description) },
            .function("String(_ value: Double) -> String") { call in .text(call.value(0).description) },
            .function("String(_ value: Bool) -> String") { call in .text(call.value(0).description) },
            .function("String(_ value: String) -> String") { call in call.value(0) },
            .function("String(_ value: Character) -> String") { call in call.value(0) },
            .function("String(_ value: Substring) -> String") { call in call.value(0) },
            .function("String(_ characters: [Character]) -> String") { call throws(Stop) in
                try call.joined(call.array(0), separator: "")
            },
            .function("String(describing value: Any) -> String") { call throws(Stop) in try call.text(call.value(0).description)
            },
            .function("String(repeating repeatedValue: String, count: Int) -> String") { call throws(Stop) in
                let (text, count) = (call.string(0), try call.length(1))
                guard text.utf8.count.multipliedReportingOverflow(by: count).partialValue <= 100_000, count <= 100_000 else {
                    throw call.fault("this text is too long")
                }
                return try call.text(String(repeating: text, count: count))
            }),
        property(
            "Optional", "A value that might be none.", of: "[1, 2]", closure: "Optional($0) ?? 0",
            .function("Optional(_ value: T) -> T?") { call in .optional(call.value(0)) }),
        property(
            "abs", "A number without its sign.", of: "[-1, 2]", closure: "abs($0)",
            .function("abs(_ value: Int) -> Int") { call throws(Stop) in
                let value = call.int(0)
                guard value != .min else { throw call.fault("overflow: abs(\(value))") }
                return .int(abs(value))
            },
            .function("abs(_ value: Double) -> Double") { call in .double(abs(call.number(0))) }),
        property(
            "min", "The smaller of two.", of: "[1, 5]", closure: "min($0, 3)",
            .function("min(_ a: T, _ b: T) -> T where T: Comparable") { call in
                call.value(1).isLess(than: call.value(0)) ? call.value(1) : call.value(0)
            }),
        property(
            "max", "The larger of two.", of: "[1, 5]", closure: "max($0, 3)",
            .function("max(_ a: T, _ b: T) -> T where T: Comparable") { call in
                call.value(1).isLess(than: call.value(0)) ? call.value(0) : call.value(1)
            }),
        property(
            "isMultiple", "Whether a number can be divided by another without remainder.", of: "[1, 2]",
            closure: "$0.isMultiple(of: 2)",
            .method("isMultiple(of other: Int) -> Bool", on: "Int", .value) { call in
                let (value, other) = (call.int(0), call.int(1))
                return .bool(other == 0 ? value == 0 : value.magnitude % other.magnitude == 0)
            }),
        property(
            "rounded", "A number without its fraction, to the nearest.", of: "[1.4, 1.6]", closure: "$0.rounded()",
            .method("rounded() -> Double", on: "Double", .value) { call in .double(call.number(0).rounded()) }),
    ]

    private static let texts: [Operator] = [
        property(
            "count", "How many characters or elements there are.", of: someWords, closure: "$0.count",
            .property("count -> Int", on: "String") { call in .int(call.string(0).count) },
            .property("count -> Int", on: "Substring") { call in .int(call.string(0).count) },
            .property("count -> Int", on: "[T]") { call in .int(call.array(0).count) }),
        property(
            "isEmpty", "Whether there are none.", of: someWords, closure: "$0.isEmpty",
            .property("isEmpty -> Bool", on: "String") { call in .bool(call.string(0).isEmpty) },
            .property("isEmpty -> Bool", on: "Substring") { call in .bool(call.string(0).isEmpty) },
            .property("isEmpty -> Bool", on: "[T]") { call in .bool(call.array(0).isEmpty) }),
        Operator(
            "message", .library, "What an error says.", example: "marbles(\"a#\").catch { Just(\"lost: \" + $0.message) }.sink()",
            .property("message -> String", on: "FlowError") { call in .text(call.error(0)?.message ?? "") }),
        property(
            "uppercased", "Text in capitals.", of: someWords, closure: "$0.uppercased()",
            .method("uppercased() -> String", on: "String", .value) { call throws(Stop) in
                try call.text(call.string(0).uppercased())
            },
            .method("uppercased() -> String", on: "Substring", .value) { call throws(Stop) in
                try call.text(call.string(0).uppercased())
            },
            .method("uppercased() -> String", on: "Character", .value) { call in .text(call.string(0).uppercased()) }),
        property(
            "capitalized", "Text whose words begin with a capital.", of: someWords, closure: "$0.capitalized",
            .property("capitalized -> String", on: "String") { call throws(Stop) in
                var begins = true
                let text = call.string(0).map { character in
                    defer { begins = !(character.isLetter || character.isNumber || character == "'") }
                    return begins ? character.uppercased() : character.lowercased()
                }
                return try call.text(text.joined())
            }),
        property(
            "lowercased", "Text in small letters.", of: someWords, closure: "$0.lowercased()",
            .method("lowercased() -> String", on: "String", .value) { call throws(Stop) in
                try call.text(call.string(0).lowercased())
            },
            .method("lowercased() -> String", on: "Substring", .value) { call throws(Stop) in
                try call.text(call.string(0).lowercased())
            },
            .method("lowercased() -> String", on: "Character", .value) { call in .text(call.string(0).lowercased()) }),
        property(
            "hasPrefix", "Whether text begins so.", of: someWords, closure: "$0.hasPrefix(\"a\")",
            .method("hasPrefix(_ prefix: String) -> Bool", on: "String", .value) { call in
                .bool(call.string(0).hasPrefix(call.string(1)))
            }),
        property(
            "hasSuffix", "Whether text ends so.", of: someWords, closure: "$0.hasSuffix(\"b\")",
            .method("hasSuffix(_ suffix: String) -> Bool", on: "String", .value) { call in
                .bool(call.string(0).hasSuffix(call.string(1)))
            }),
    ]

    private static let arrays: [Operator] = [
        property(
            "contains", "Whether something is in it.", of: "[1, 5]", closure: "[1, 2, 3].contains($0)",
            .method("contains(_ element: T) -> Bool where T: Equatable", on: "[T]", .value) { call in
                .bool(call.array(0).contains { $0.equals(call.value(1)) })
            },
            .method("contains(_ element: Int) -> Bool", on: "ClosedRange<Int>", .value) { call in
                .bool(call.range(0).contains(call.int(1)))
            },
            .method("contains(_ element: Int) -> Bool", on: "Range<Int>", .value) { call in
                .bool(call.range(0).contains(call.int(1)))
            }),
        property(
            "first", "The first element, nil where there is none.", of: "[1, 2]", closure: "[$0, 9].first ?? 0",
            .property("first -> T?", on: "[T]") { call in .optional(call.array(0).first) },
            .property("first -> Character?", on: "String") { call in .optional(call.string(0).first.map { .text(String($0)) }) }),
        property(
            "last", "The last element, nil where there is none.", of: "[1, 2]", closure: "[$0, 9].last ?? 0",
            .property("last -> T?", on: "[T]") { call in .optional(call.array(0).last) },
            .property("last -> Character?", on: "String") { call in .optional(call.string(0).last.map { .text(String($0)) }) }),
        property(
            "sorted", "The elements from the smallest on.", of: "[3, 1]", closure: "[$0, 2].sorted()",
            .method("sorted() -> [T] where T: Comparable", on: "[T]", .value) { call throws(Stop) in
                try call.list(call.array(0).sorted { $0.isLess(than: $1) })
            }),
        property(
            "joined", "The texts in one, with something between them.", of: "[1, 2]",
            closure: "[\"a\", String($0)].joined(separator: \"-\")",
            .method("joined(separator: String = \"\") -> String", on: "[String]", .value) { call throws(Stop) in
                try call.joined(call.array(0), separator: call.isOmitted(1) ? "" : call.string(1))
            },
            .method("joined(separator: String = \"\") -> String", on: "[Substring]", .value) { call throws(Stop) in
                try call.joined(call.array(0), separator: call.isOmitted(1) ? "" : call.string(1))
            }),
        property(
            "squareRoot", "The number whose square it is.", of: "[1.4, 4]", closure: "$0.squareRoot()",
            .method("squareRoot() -> Double", on: "Double", .value) { call in .double(call.number(0).squareRoot()) }),
    ]
}
