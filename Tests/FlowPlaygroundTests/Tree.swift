@testable import FlowPlayground

/// A program as a line that shows its tree: the callee stands before its arguments.
enum Tree {
    static func text(_ source: String) throws -> String {
        try Parser.program(SourceText(source)).map(text).joined(separator: "; ")
    }

    private static func text(_ statement: Statement) -> String {
        switch statement {
        case .constant(let name, _, let type, let value, let isVariable):
            "\(isVariable ? "var" : "let") \(name)\(type.map { ": \(text($0))" } ?? "") = \(text(value))"
        case .assignment(let place, let value, _): "(= \(text(place)) \(text(value)))"
        case .expression(let value): text(value)
        case .result(let value, _): "return" + (value.map { " \(text($0))" } ?? "")
        case .failure(let value, _): "throw \(text(value))"
        case .condition(let test, let body, let other, _):
            "if \(text(test)) {\(list(body))}" + (other.map { " else {\(list($0))}" } ?? "")
        case .imported(let name, _): "import \(name)"
        }
    }

    private static func list(_ statements: [Statement]) -> String {
        statements.map(text).joined(separator: "; ")
    }

    private static func list(_ values: [Expression]) -> String {
        values.map(text).joined(separator: ", ")
    }

    private static func text(_ expression: Expression) -> String {
        switch expression {
        case .integer(let number, _): String(number)
        case .double(let number, _): String(number)
        case .string(let parts, _): "\"\(parts.map(text).joined())\""
        case .boolean(let truth, _): String(truth)
        case .null: "nil"
        case .name(let name, let types, _): name + list(types)
        case .dollar(let index, _): "$\(index)"
        case .implicitMember(let name, _): ".\(name)"
        case .member(let base, let name, _): "(\(text(base)) .\(name))"
        case .element(let base, let index, _): "(\(text(base)) .\(index))"
        case .call(let call): "(call \(text(call.callee))\(call.arguments.map { " \(text($0))" }.joined()))"
        case .item(let base, let index, _): "(item \(text(base)) \(text(index)))"
        case .address(let value, _): "(& \(text(value)))"
        case .array(let elements, _): "[\(list(elements))]"
        case .tuple(let elements, _): "(tuple \(list(elements)))"
        case .group(let inner, _): text(inner)
        case .closure(let closure): text(closure)
        case .prefix(let prefix, let value, _): "(\(prefix.rawValue) \(text(value)))"
        case .infix(let left, let infix, _, let right): "(\(infix.rawValue) \(text(left)) \(text(right)))"
        case .choice(let condition, let first, let second): "(? \(text(condition)) \(text(first)) \(text(second)))"
        case .function(let infix, _): infix.rawValue
        }
    }

    private static func text(_ part: StringPart) -> String {
        switch part {
        case .text(let text): text
        case .value(let value): "\\(\(text(value)))"
        }
    }

    private static func text(_ argument: CallArgument) -> String {
        (argument.label.map { "\($0):" } ?? "") + text(argument.value)
    }

    private static func text(_ closure: Closure) -> String {
        let names = closure.parameters.map { $0.map(text).joined(separator: ",") }
        let result = closure.result.map { " -> \(text($0))" } ?? ""
        return names.map { "{\($0)\(result) in \(list(closure.body))}" } ?? "{\(list(closure.body))}"
    }

    private static func text(_ parameter: Closure.Parameter) -> String {
        parameter.name + (parameter.type.map { ": \(text($0))" } ?? "")
    }

    private static func text(_ type: TypeName) -> String {
        switch type {
        case .named(let name, let types, _): name + list(types)
        case .array(let element, _): "[\(text(element))]"
        case .optional(let wrapped, _): "\(text(wrapped))?"
        case .tuple(let elements, _): "(\(elements.map(text).joined(separator: ", ")))"
        case .function(let parameters, let result, let canThrow, _):
            "(\(parameters.map(text).joined(separator: ", "))) \(canThrow ? "throws " : "")-> \(text(result))"
        }
    }

    private static func list(_ types: [TypeName]) -> String {
        types.isEmpty ? "" : "<\(types.map(text).joined(separator: ", "))>"
    }
}
