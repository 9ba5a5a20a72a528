@testable import FlowPlayground

/// A program as a line that shows its tree: what is called stands before what it is given.
enum Tree {
    static func text(_ source: String) throws -> String {
        try Parser.program(SourceText(source)).map(text).joined(separator: "; ")
    }

    private static func text(_ statement: Statement) -> String {
        switch statement {
        case .constant(let name, _, let type, let value):
            "let \(name)\(type.map { ": \(text($0))" } ?? "") = \(text(value))"
        case .variable(let name, _, let type, let value):
            "var \(name)\(type.map { ": \(text($0))" } ?? "")\(value.map { " = \(text($0))" } ?? "")"
        case .parts(let names, _, let value): "let (\(names.joined(separator: ", "))) = \(text(value))"
        case .assignment(let place, let infix, let value, _): "(\(infix?.rawValue ?? "")= \(text(place)) \(text(value)))"
        case .expression(let value): text(value)
        case .result(let value, _): "return" + (value.map { " \(text($0))" } ?? "")
        case .failure(let value, _): "throw \(text(value))"
        case .condition(let conditions, let body, let other, _):
            "if \(list(conditions)) {\(list(body))}" + (other.map { " else {\(list($0))}" } ?? "")
        case .guarded(let conditions, let body, _): "guard \(list(conditions)) else {\(list(body))}"
        case .selection(let value, let cases, _): "switch \(text(value)) {\(cases.map(text).joined(separator: "; "))}"
        case .loop(let pattern, let sequence, let test, let body, _):
            "for \(text(pattern)) in \(text(sequence))\(test.map { " where \(text($0))" } ?? "") {\(list(body))}"
        case .repetition(let conditions, let body, _): "while \(list(conditions)) {\(list(body))}"
        case .leave(let goesOn, _): goesOn ? "continue" : "break"
        case .function(let function): "func \(text(function))"
        case .type(let type): text(type)
        case .imported(let name, _): "import \(name)"
        }
    }

    private static func list(_ conditions: [Condition]) -> String { conditions.map(text).joined(separator: ", ") }

    private static func text(_ condition: Condition) -> String {
        switch condition {
        case .test(let value): text(value)
        case .binding(let name, _, let value): "let \(name)" + (value.map { " = \(text($0))" } ?? "")
        case .match(let pattern, let value): "case \(text(pattern)) = \(text(value))"
        }
    }

    private static func text(_ part: SwitchCase) -> String {
        let patterns = part.patterns.map(text).joined(separator: ", ")
        let head = part.patterns.isEmpty ? "default" : "case \(patterns)\(part.condition.map { " where \(text($0))" } ?? "")"
        return "\(head): \(list(part.body))"
    }

    private static func text(_ pattern: Pattern) -> String {
        switch pattern {
        case .any: "_"
        case .name(let name, _): name
        case .binding(let inner, _): "let \(text(inner))"
        case .optional(let inner, _): "(\(text(inner)) ?)"
        case .member(let type, let name, let parts, _): call(type.map { "(\(text($0)) .\(name))" } ?? ".\(name)", parts)
        case .tuple(let patterns, _): "(tuple \(patterns.map(text).joined(separator: ", ")))"
        case .value(let value): text(value)
        }
    }

    private static func call(_ name: String, _ parts: [Pattern.Part]?) -> String {
        guard let parts else { return name }
        return "(call \(([name] + parts.map { ($0.label.map { "\($0):" } ?? "") + text($0.pattern) }).joined(separator: " ")))"
    }

    private static func text(_ function: FunctionDeclaration) -> String {
        let parameters = function.parameters.map { parameter in
            let label = parameter.label == parameter.name ? "" : "\(parameter.label ?? "_") "
            return "\(label)\(parameter.name): \(text(parameter.type))\(parameter.standard.map { " = \(text($0))" } ?? "")"
        }
        return "\(function.name)(\(parameters.joined(separator: ", ")))\(function.canThrow ? " throws" : "")"
            + "\(function.result.map { " -> \(text($0))" } ?? "") {\(list(function.body))}"
    }

    private static func text(_ type: TypeDeclaration) -> String {
        let inherited = type.inherited.isEmpty ? "" : ": \(type.inherited.map(text).joined(separator: ", "))"
        let members =
            type.properties.map { ($0.span.start, text($0)) }
            + type.cases.map { one in
                let values = one.values.map { ($0.label.map { "\($0): " } ?? "") + text($0.type) }
                return (
                    one.span.start,
                    "case \(one.name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")\(one.raw.map { " = \(text($0))" } ?? "")"
                )
            }
            + type.methods.map { method in
                let word = method.function.name == "init" ? "" : method.isStatic ? "static func " : "func "
                return (method.function.span.start, word + text(method.function))
            }
        let texts = members.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "; ")
        return "\(type.kind.rawValue) \(type.name)\(inherited) {\(texts)}"
    }

    private static func text(_ property: TypeDeclaration.Property) -> String {
        let word = (property.isStatic ? "static " : "") + (property.isVariable ? "var" : "let")
        let type = property.type.map { ": \(text($0))" } ?? ""
        let getter =
            property.getter.map { " {\(list($0.body))}" } ?? property.observer.map { " {didSet {\(list($0.body))}}" } ?? ""
        return "\(word) \(property.name)\(type)\(property.value.map { " = \(text($0))" } ?? "")\(getter)"
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
        case .item(let base, let arguments, _): "(item \(text(base))\(arguments.map { " \(text($0))" }.joined()))"
        case .dictionary(let parts, _):
            parts.isEmpty
                ? "[:]"
                : "[\(stride(from: 0, to: parts.count, by: 2).map { "\(text(parts[$0])): \(text(parts[$0 + 1]))" }.joined(separator: ", "))]"
        case .keyPath(let root, let members, _): "\\\(root.map(text) ?? "").\(members.joined(separator: "."))"
        case .optional(let base, _): "(\(text(base)) ?)"
        case .forced(let base, _): "(\(text(base)) !)"
        case .cast(let value, let cast, let type, _): "(\(cast.rawValue) \(text(value)) \(text(type)))"
        case .attempt(let attempt, let value, _): "(\(attempt.rawValue) \(text(value)))"
        case .address(let value, _): "(& \(text(value)))"
        case .specialized(let base, let types, _): text(base) + list(types)
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
        guard names != nil || !closure.captures.isEmpty else { return "{\(list(closure.body))}" }
        let captures = closure.captures.map { "\($0.isWeak ? "weak " : "")\($0.name)" }.joined(separator: ",")
        return "{\(captures.isEmpty ? "" : "[\(captures)]")\(names ?? "")\(result) in \(list(closure.body))}"
    }

    private static func text(_ parameter: Closure.Parameter) -> String {
        parameter.name + (parameter.type.map { ": \(text($0))" } ?? "")
    }

    private static func text(_ type: TypeName) -> String {
        switch type {
        case .named(let name, let types, _): name + list(types)
        case .array(let element, _): "[\(text(element))]"
        case .dictionary(let key, let value, _): "[\(text(key)): \(text(value))]"
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
