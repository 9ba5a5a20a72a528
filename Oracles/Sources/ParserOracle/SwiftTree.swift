import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A program as `Tree` writes it, read by Swift's own parser.
enum SwiftTree {
    /// The tree, `nil` where Swift refuses the program.
    static func text(_ source: String) -> String? {
        let file = Parser.parse(source: source)
        guard !file.hasError, let folded = try? SwiftOperators.OperatorTable.standardOperators.foldAll(file),
            let program = folded.as(SourceFileSyntax.self)
        else { return nil }
        return program.statements.map(text).joined(separator: "; ")
    }

    // MARK: Statements

    private static func text(_ item: CodeBlockItemSyntax) -> String {
        switch item.item {
        case .decl(let declaration): text(declaration)
        case .stmt(let statement): text(statement)
        case .expr(let expression): text(expression)
        }
    }

    private static func text(_ statement: StmtSyntax) -> String {
        if let result = statement.as(ReturnStmtSyntax.self) { return "return" + (result.expression.map { " \(text($0))" } ?? "") }
        if let failure = statement.as(ThrowStmtSyntax.self) { return "throw \(text(failure.expression))" }
        if let expression = statement.as(ExpressionStmtSyntax.self) { return text(expression.expression) }
        return other(statement)
    }

    private static func text(_ condition: IfExprSyntax) -> String {
        guard condition.conditions.count == 1, case .expression(let test)? = condition.conditions.first?.condition else {
            return other(condition)
        }
        let text = "if \(self.text(test)) {\(list(condition.body.statements))}"
        switch condition.elseBody {
        case nil: return text
        case .ifExpr(let next): return "\(text) else {\(self.text(next))}"
        case .codeBlock(let block): return "\(text) else {\(list(block.statements))}"
        }
    }

    // MARK: Declarations

    private static func text(_ declaration: DeclSyntax) -> String {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .variableDecl(let variable): return text(variable)
        case .importDecl(let module)
        where module.path.count == 1 && module.importKindSpecifier == nil && module.modifiers.isEmpty:
            return "import \(module.path.trimmedDescription)"
        default: return other(declaration)
        }
    }

    private static func text(_ variable: VariableDeclSyntax) -> String {
        guard variable.modifiers.isEmpty, variable.attributes.isEmpty, variable.bindings.count == 1,
            let binding = variable.bindings.first, binding.accessorBlock == nil, let value = binding.initializer?.value
        else { return other(variable) }
        let name =
            binding.pattern.is(WildcardPatternSyntax.self)
            ? "_" : binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text ?? other(binding)
        let type = binding.typeAnnotation.map { ": \(text($0.type))" } ?? ""
        return "\(variable.bindingSpecifier.text) \(name)\(type) = \(text(value))"
    }

    private static func list(_ statements: CodeBlockItemListSyntax) -> String {
        statements.map(text).joined(separator: "; ")
    }

    // MARK: Values

    private static func text(_ expression: ExprSyntax) -> String {
        switch expression.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr(let literal): UInt(digits(literal.literal)).map(String.init) ?? other(literal)
        case .floatLiteralExpr(let literal): Double(digits(literal.literal)).map { String($0) } ?? other(literal)
        case .stringLiteralExpr(let literal): text(literal)
        case .booleanLiteralExpr(let literal): literal.literal.text
        case .nilLiteralExpr: "nil"
        case .declReferenceExpr(let name) where name.argumentNames == nil: name.baseName.text
        case .discardAssignmentExpr: "_"
        case .genericSpecializationExpr(let special): text(special.expression) + list(special.genericArgumentClause)
        case .memberAccessExpr(let member) where member.declName.argumentNames == nil:
            member.base.map { "(\(text($0)) .\(member.declName.baseName.text))" } ?? ".\(member.declName.baseName.text)"
        case .functionCallExpr(let call): text(call)
        case .subscriptCallExpr(let item) where item.trailingClosure == nil && item.arguments.count == 1:
            "(item \(text(item.calledExpression))\(item.arguments.map { " \(text($0))" }.joined()))"
        case .inOutExpr(let place): "(& \(text(place.expression)))"
        case .arrayExpr(let array): "[\(array.elements.map { text($0.expression) }.joined(separator: ", "))]"
        case .tupleExpr(let tuple): text(tuple)
        case .closureExpr(let closure): text(closure)
        case .prefixOperatorExpr(let prefix): "(\(prefix.operator.text) \(text(prefix.expression)))"
        case .infixOperatorExpr(let infix): text(infix)
        case .ternaryExpr(let choice):
            "(? \(text(choice.condition)) \(text(choice.thenExpression)) \(text(choice.elseExpression)))"
        case .ifExpr(let condition): text(condition)
        default: other(expression)
        }
    }

    private static func text(_ infix: InfixOperatorExprSyntax) -> String {
        if infix.operator.is(AssignmentExprSyntax.self) { return "(= \(text(infix.leftOperand)) \(text(infix.rightOperand)))" }
        guard let sign = infix.operator.as(BinaryOperatorExprSyntax.self) else { return other(infix) }
        return "(\(sign.operator.text) \(text(infix.leftOperand)) \(text(infix.rightOperand)))"
    }

    private static func text(_ tuple: TupleExprSyntax) -> String {
        if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil { return text(only.expression) }
        return "(tuple \(tuple.elements.map(text).joined(separator: ", ")))"
    }

    private static func digits(_ token: TokenSyntax) -> String {
        token.text.filter { $0 != "_" }
    }

    // MARK: Calls

    private static func text(_ call: FunctionCallExprSyntax) -> String {
        var parts = [text(call.calledExpression)] + call.arguments.map(text)
        if let closure = call.trailingClosure { parts.append(text(closure)) }
        parts += call.additionalTrailingClosures.map { "\($0.label.text):\(text($0.closure))" }
        return "(call \(parts.joined(separator: " ")))"
    }

    private static func text(_ argument: LabeledExprSyntax) -> String {
        (argument.label.map { "\($0.text):" } ?? "") + text(argument.expression)
    }

    private static func text(_ closure: ClosureExprSyntax) -> String {
        let body = list(closure.statements)
        guard let head = closure.signature else { return "{\(body)}" }
        guard head.attributes.isEmpty, head.capture == nil else { return other(closure) }
        let result = head.returnClause.map { " -> \(text($0.type))" } ?? ""
        let names: [String]
        switch head.parameterClause {
        case nil: names = []
        case .simpleInput(let parameters): names = parameters.map(\.name.text)
        case .parameterClause(let clause):
            names = clause.parameters.map { parameter in
                parameter.firstName.text + (parameter.secondName.map { "?\($0.text)" } ?? "")
                    + (parameter.type.map { ": \(text($0))" } ?? "") + (parameter.ellipsis == nil ? "" : "?...")
            }
        }
        return "{\(names.joined(separator: ","))\(result) in \(body)}"
    }

    // MARK: Strings

    private static func text(_ literal: StringLiteralExprSyntax) -> String {
        guard literal.openingPounds == nil, literal.openingQuote.tokenKind == .stringQuote else { return other(literal) }
        let parts = literal.segments.map { segment in
            switch segment {
            case .stringSegment(let text): unescaped(text.content.text) ?? other(text)
            case .expressionSegment(let value): "\\(\(value.expressions.map(text).joined(separator: ", ")))"
            }
        }
        return "\"\(parts.joined())\""
    }

    private static func unescaped(_ text: String) -> String? {
        let literal = StringLiteralExprSyntax(
            openingQuote: .stringQuoteToken(), segments: [.stringSegment(.init(content: .stringSegment(text)))],
            closingQuote: .stringQuoteToken())
        return literal.representedLiteralValue
    }

    // MARK: Types

    private static func text(_ type: TypeSyntax) -> String {
        switch type.as(TypeSyntaxEnum.self) {
        case .identifierType(let name): name.name.text + (name.genericArgumentClause.map(list) ?? "")
        case .memberType(let member):
            "\(text(member.baseType)).\(member.name.text)" + (member.genericArgumentClause.map(list) ?? "")
        case .arrayType(let array): "[\(text(array.element))]"
        case .someOrAnyType(let any) where any.someOrAnySpecifier.tokenKind == .keyword(.any): text(any.constraint)
        case .optionalType(let optional): "\(text(optional.wrappedType))?"
        case .tupleType(let tuple): "(\(list(tuple.elements)))"
        case .functionType(let function):
            "(\(list(function.parameters))) \(function.effectSpecifiers.map { "\($0.trimmedDescription) " } ?? "")"
                + "-> \(text(function.returnClause.type))"
        default: other(type)
        }
    }

    private static func list(_ elements: TupleTypeElementListSyntax) -> String {
        elements.map { $0.firstName == nil && $0.ellipsis == nil ? text($0.type) : other($0) }.joined(separator: ", ")
    }

    private static func list(_ types: GenericArgumentClauseSyntax) -> String {
        let texts = types.arguments.map { argument in
            switch argument.argument {
            case .type(let type): text(type)
            case .expr(let value): other(value)
            }
        }
        return "<\(texts.joined(separator: ", "))>"
    }

    // MARK: Others

    /// What the playground's grammar does not have: unlike all that it has.
    private static func other(_ node: some SyntaxProtocol) -> String {
        "?\(node.kind)(\(node.trimmedDescription))"
    }
}
