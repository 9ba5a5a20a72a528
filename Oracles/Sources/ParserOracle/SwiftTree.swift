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
        if let leave = statement.as(BreakStmtSyntax.self), leave.label == nil { return "break" }
        if let leave = statement.as(ContinueStmtSyntax.self), leave.label == nil { return "continue" }
        if let guarded = statement.as(GuardStmtSyntax.self) {
            return "guard \(list(guarded.conditions)) else {\(list(guarded.body.statements))}"
        }
        if let loop = statement.as(WhileStmtSyntax.self) {
            return "while \(list(loop.conditions)) {\(list(loop.body.statements))}"
        }
        if let loop = statement.as(ForStmtSyntax.self), loop.caseKeyword == nil, loop.tryKeyword == nil, loop.awaitKeyword == nil,
            loop.typeAnnotation == nil
        {
            let test = loop.whereClause.map { " where \(text($0.condition))" } ?? ""
            return "for \(text(loop.pattern)) in \(text(loop.sequence))\(test) {\(list(loop.body.statements))}"
        }
        return other(statement)
    }

    private static func text(_ condition: IfExprSyntax) -> String {
        let text = "if \(list(condition.conditions)) {\(list(condition.body.statements))}"
        switch condition.elseBody {
        case nil: return text
        case .ifExpr(let next): return "\(text) else {\(self.text(next))}"
        case .codeBlock(let block): return "\(text) else {\(list(block.statements))}"
        }
    }

    private static func list(_ conditions: ConditionElementListSyntax) -> String {
        conditions.map { element in
            switch element.condition {
            case .expression(let value): text(value)
            case .optionalBinding(let binding) where binding.typeAnnotation == nil:
                "\(binding.bindingSpecifier.text) \(text(binding.pattern))"
                    + (binding.initializer.map { " = \(text($0.value))" } ?? "")
            case .matchingPattern(let match) where match.typeAnnotation == nil:
                "case \(text(match.pattern)) = \(text(match.initializer.value))"
            default: other(element)
            }
        }.joined(separator: ", ")
    }

    private static func text(_ selection: SwitchExprSyntax) -> String {
        let cases = selection.cases.map { element -> String in
            guard case .switchCase(let part) = element, part.attribute == nil else { return other(element) }
            switch part.label {
            case .default: return "default: \(list(part.statements))"
            case .case(let label):
                let items = label.caseItems.map {
                    text($0.pattern) + ($0.whereClause.map { " where \(text($0.condition))" } ?? "")
                }
                return "case \(items.joined(separator: ", ")): \(list(part.statements))"
            }
        }
        return "switch \(text(selection.subject)) {\(cases.joined(separator: "; "))}"
    }

    private static func text(_ pattern: PatternSyntax) -> String {
        switch pattern.as(PatternSyntaxEnum.self) {
        case .identifierPattern(let name): name.identifier.text
        case .wildcardPattern: "_"
        case .expressionPattern(let value): text(value.expression)
        case .valueBindingPattern(let binding): "\(binding.bindingSpecifier.text) \(text(binding.pattern))"
        case .tuplePattern(let tuple) where tuple.elements.count > 1 && tuple.elements.allSatisfy { $0.label == nil }:
            "(tuple \(tuple.elements.map { text($0.pattern) }.joined(separator: ", ")))"
        default: other(pattern)
        }
    }

    // MARK: Declarations

    private static let quietModifiers: Set<String> = [
        "public", "private", "internal", "fileprivate", "final", "indirect", "override", "required", "convenience", "nonmutating",
        "mutating", "static",
    ]

    /// `static ` where a declaration is that, `nil` where it has what the playground does not read.
    private static func prefix(_ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax) -> String? {
        let names = modifiers.map(\.name.text)
        guard names.allSatisfy(quietModifiers.contains),
            attributes.allSatisfy({ ["@escaping", "@discardableResult", "@MainActor"].contains($0.trimmedDescription) })
        else { return nil }
        return names.contains("static") ? "static " : ""
    }

    private static func text(_ declaration: DeclSyntax) -> String {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .variableDecl(let variable): return text(variable)
        case .functionDecl(let function):
            guard let prefix = prefix(function.modifiers, function.attributes), function.genericParameterClause == nil,
                function.genericWhereClause == nil, let body = function.body
            else { return other(function) }
            return "\(prefix)func \(function.name.text)\(text(function.signature)) {\(list(body.statements))}"
        case .initializerDecl(let initializer):
            guard prefix(initializer.modifiers, initializer.attributes) != nil, initializer.genericParameterClause == nil,
                initializer.optionalMark == nil, let body = initializer.body
            else { return other(initializer) }
            return "init\(text(initializer.signature)) {\(list(body.statements))}"
        case .structDecl(let type):
            return self.type(
                "struct", type.name, type.genericParameterClause, type.inheritanceClause, type.memberBlock, type.modifiers,
                type.attributes)
        case .enumDecl(let type):
            return self.type(
                "enum", type.name, type.genericParameterClause, type.inheritanceClause, type.memberBlock, type.modifiers,
                type.attributes)
        case .classDecl(let type):
            return self.type(
                "class", type.name, type.genericParameterClause, type.inheritanceClause, type.memberBlock, type.modifiers,
                type.attributes)
        case .enumCaseDecl(let cases):
            guard prefix(cases.modifiers, cases.attributes) != nil else { return other(cases) }
            return cases.elements.map(text).joined(separator: "; ")
        case .importDecl(let module)
        where module.path.count == 1 && module.importKindSpecifier == nil && module.modifiers.isEmpty:
            return "import \(module.path.trimmedDescription)"
        default: return other(declaration)
        }
    }

    private static func text(_ variable: VariableDeclSyntax) -> String {
        guard let prefix = prefix(variable.modifiers, variable.attributes), variable.bindings.count == 1,
            let binding = variable.bindings.first
        else { return other(variable) }
        let name: String
        if let tuple = binding.pattern.as(TuplePatternSyntax.self), tuple.elements.count > 1 {
            name = "(\(tuple.elements.map { text($0.pattern) }.joined(separator: ", ")))"
        } else {
            name = text(binding.pattern)
        }
        var accessors = ""
        switch binding.accessorBlock?.accessors {
        case nil: break
        case .getter(let statements): accessors = " {\(list(statements))}"
        case .accessors(let list):
            guard list.count == 1, let only = list.first, only.accessorSpecifier.text == "didSet", only.parameters == nil,
                let body = only.body
            else { return other(variable) }
            accessors = " {didSet {\(self.list(body.statements))}}"
        }
        return "\(prefix)\(variable.bindingSpecifier.text) \(name)\(binding.typeAnnotation.map { ": \(text($0.type))" } ?? "")"
            + "\(binding.initializer.map { " = \(text($0.value))" } ?? "")\(accessors)"
    }

    private static func text(_ signature: FunctionSignatureSyntax) -> String {
        let effects = signature.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
        let parameters = signature.parameterClause.parameters.map { parameter in
            guard parameter.attributes.isEmpty, parameter.modifiers.isEmpty, parameter.ellipsis == nil else {
                return other(parameter)
            }
            let second = parameter.secondName?.text
            let names =
                second == nil || second == parameter.firstName.text
                ? parameter.firstName.text : "\(parameter.firstName.text) \(second ?? "")"
            return "\(names): \(text(parameter.type))\(parameter.defaultValue.map { " = \(text($0.value))" } ?? "")"
        }
        return "(\(parameters.joined(separator: ", ")))\(effects)\(signature.returnClause.map { " -> \(text($0.type))" } ?? "")"
    }

    private static func type(
        _ word: String, _ name: TokenSyntax, _ generics: GenericParameterClauseSyntax?, _ inherited: InheritanceClauseSyntax?,
        _ members: MemberBlockSyntax, _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax
    ) -> String {
        guard generics == nil, prefix(modifiers, attributes) == "" else { return other(members) }
        let types = inherited.map { ": \($0.inheritedTypes.map { text($0.type) }.joined(separator: ", "))" } ?? ""
        return "\(word) \(name.text)\(types) {\(members.members.map { text($0.decl) }.joined(separator: "; "))}"
    }

    private static func text(_ element: EnumCaseElementSyntax) -> String {
        let values = element.parameterClause?.parameters.map { parameter in
            let label = parameter.firstName.map { $0.text == "_" ? "" : "\($0.text): " } ?? ""
            return parameter.secondName == nil && parameter.defaultValue == nil ? label + text(parameter.type) : other(parameter)
        }
        return "case \(element.name.text)\(values.map { "(\($0.joined(separator: ", ")))" } ?? "")"
            + "\(element.rawValue.map { " = \(text($0.value))" } ?? "")"
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
        case .subscriptCallExpr(let item) where item.trailingClosure == nil && !item.arguments.isEmpty:
            "(item \(text(item.calledExpression))\(item.arguments.map { " \(text($0))" }.joined()))"
        case .dictionaryExpr(let dictionary):
            switch dictionary.content {
            case .colon: "[:]"
            case .elements(let elements): "[\(elements.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", "))]"
            }
        case .optionalChainingExpr(let chain): "(\(text(chain.expression)) ?)"
        case .forceUnwrapExpr(let forced): "(\(text(forced.expression)) !)"
        case .asExpr(let cast): "(as\(cast.questionOrExclamationMark?.text ?? "") \(text(cast.expression)) \(text(cast.type)))"
        case .tryExpr(let attempt): "(try\(attempt.questionOrExclamationMark?.text ?? "") \(text(attempt.expression)))"
        case .inOutExpr(let place): "(& \(text(place.expression)))"
        case .patternExpr(let pattern): text(pattern.pattern)
        case .switchExpr(let selection): text(selection)
        case .keyPathExpr(let path):
            "\\\(path.root.map(text) ?? "").\(path.components.map(text).joined(separator: "."))"
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

    private static func text(_ component: KeyPathComponentSyntax) -> String {
        if case .property(let property) = component.component, property.genericArgumentClause == nil {
            property.declName.trimmedDescription
        } else {
            other(component)
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
        guard head.attributes.isEmpty else { return other(closure) }
        let captures = head.capture?.items.map { item in
            item.initializer == nil ? (item.specifier?.specifier.text == "weak" ? "weak " : "") + item.name.text : other(item)
        }
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
        return "{\(captures.map { "[\($0.joined(separator: ","))]" } ?? "")\(names.joined(separator: ","))\(result) in \(body)}"
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
        case .dictionaryType(let dictionary): "[\(text(dictionary.key)): \(text(dictionary.value))]"
        case .attributedType(let attributed) where attributed.specifiers.isEmpty: text(attributed.baseType)
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
