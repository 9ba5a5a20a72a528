import FlowTrace

/// Turns types as they are written into types.
enum TypeReader {
    private static let publishers: [String: PublisherForm] = [
        "Publisher": .some, "AnyPublisher": .erased, "Empty": .empty, "Fail": .fail, "PassthroughSubject": .passthrough,
        "CurrentValueSubject": .currentValue, "Marbles": .marbles, "ConnectablePublisher": .connectable,
    ]

    private static let plain: [String: PlainType] = Dictionary(
        uniqueKeysWithValues: PlainType.allCases.filter { !$0.rawValue.contains("<") }.map { ($0.rawValue, $0) })

    /// The types that can be written in a snippet.
    static let names = ["Void", "Bool", "Int", "Double", "String", "Never", "Error", "FlowError", "AnyPublisher"]

    /// The type that is written.
    ///
    /// - Parameter variables: The names that stand for any type, by number.
    static func type(_ name: TypeName, variables: [String] = []) throws(Problem) -> ValueType {
        switch name {
        case .array(let element, _): return .array(try type(element, variables: variables))
        case .optional(let wrapped, _): return .optional(try type(wrapped, variables: variables))
        case .tuple(let elements, _):
            guard elements.count != 1 else { return try type(elements[0], variables: variables) }
            return elements.isEmpty ? .void : .tuple(try types(elements, variables))
        case .function(let parameters, let result, let canThrow, _):
            return .function(try types(parameters, variables), try type(result, variables: variables), canThrow: canThrow)
        case .named(let text, let arguments, let span): return try named(text, try types(arguments, variables), span, variables)
        }
    }

    private static func types(_ names: [TypeName], _ variables: [String]) throws(Problem) -> [ValueType] {
        var types: [ValueType] = []
        for name in names { types.append(try type(name, variables: variables)) }
        return types
    }

    private static func named(
        _ text: String, _ arguments: [ValueType], _ span: Span, _ variables: [String]
    ) throws(Problem) -> ValueType {
        if arguments.isEmpty {
            if let number = variables.firstIndex(of: text) { return .variable(number) }
            if let type = plain[text] { return .plain(type) }
            if text == "TimeGroupingStrategy" { return .grouping }
        }
        switch (text, arguments.count) {
        case ("ClosedRange", 1): return .plain(.closedRange)
        case ("Range", 1): return .plain(.range)
        case ("Array", 1): return .array(arguments[0])
        case ("Optional", 1): return .optional(arguments[0])
        case ("Just", 1): return .publisher(arguments[0], failure: .never, .just)
        case ("BufferingStrategy", 1): return .whenFull(failure: arguments[0])
        case ("Type", 1): return .metatype(arguments[0])
        default: break
        }
        if let form = publishers[text], arguments.count == 2 { return .publisher(arguments[0], failure: arguments[1], form) }
        throw unknown(text, arguments.count, span)
    }

    private static func unknown(_ text: String, _ count: Int, _ span: Span) -> Problem {
        if publishers[text] != nil { return Problem(span, "\(text) takes two types, as in \(text)<Int, Never>") }
        if text == "Just" { return Problem(span, "Just takes one type, as in Just<Int>") }
        if plain[text] != nil { return Problem(span, "\(text) takes no types") }
        let hint = Suggestion.nearest(to: text, among: names).map { "did you mean '\($0)'?" }
        return Problem(
            span, "unknown type '\(text)'; \(hint ?? "types are \(names.joined(separator: ", ")), [T], T? and (T, U)")")
    }
}
