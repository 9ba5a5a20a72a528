/// Checks what a value is assigned to, and what a method changes.
struct PlaceChecker {
    let state: CheckState

    func place(_ expression: Expression) throws(Problem) -> (Place, ValueType) {
        switch expression {
        case .name(let name, _, let span): return try variable(name, span)
        case .member(let base, let name, let span): return try member(name, of: base, span)
        case .element(let base, let index, let span):
            let (place, type) = try place(base)
            guard case .tuple(let types) = type, types.indices.contains(index) else {
                throw Problem(span, "\(type) has no element .\(index)")
            }
            return (adding(.element(index), to: place), types[index])
        case .item(let base, let arguments, let span): return try item(arguments, of: base, span)
        case .optional(let base, let span), .forced(let base, let span):
            let (place, type) = try place(base)
            guard case .optional(let wrapped) = type else { throw Problem(span, "this is no optional, but \(type)") }
            if case .forced = expression { return (adding(.unwrap(span), to: place), wrapped) }
            return (adding(.unwrap(nil), to: place), wrapped)
        case .group(let inner, _): return try place(inner)
        default: throw Problem(expression.span, "this cannot be changed")
        }
    }

    private func adding(_ part: Place.Part, to place: Place) -> Place {
        var place = place
        place.parts.append(part)
        return place
    }

    private func variable(_ name: String, _ span: Span) throws(Problem) -> (Place, ValueType) {
        if let context = state.contexts.last, !state.names[context.base...].contains(where: { $0.text == name }),
            context.info.field(name) != nil
        {
            return try member(name, of: .name("self", [], span), span)
        }
        guard let index = state.names.lastIndex(where: { $0.text == name }) else {
            throw .unknownName(name, known: state.names.compactMap(\.text), span)
        }
        let type = state.names[index].value.type
        switch state.names[index].kind {
        case .variable: return (Place(root: .variable(index)), type)
        case .weak: return (Place(root: .value(.weak(index))), type)
        case .constant where name == "self": throw Problem(span, "'self' cannot be changed here; mark the method 'mutating'")
        case .constant: throw Problem(span, "'\(name)' cannot be changed: it is declared with 'let'")
        }
    }

    private func member(_ name: String, of base: Expression, _ span: Span) throws(Problem) -> (Place, ValueType) {
        let known = try state.rehearse { () throws(Problem) in try ValueChecker(state: state).check(unmarked(base)).type }
        let type = unmarked(base) == base ? known : known.unwrapped
        if case .publisher(let output, _, .currentValue) = type, name == "value" {
            return (adding(.current, to: try reference(base)), output)
        }
        guard let info = state.info(of: type) else { throw Problem(span, "'\(name)' of \(type) cannot be changed") }
        guard let index = info.field(name) else {
            if info.method(name, isStatic: false) != nil { throw Problem(span, "'\(name)' cannot be changed: it is computed") }
            throw .unknownMember(name, of: type, span, among: info.members)
        }
        let field = info.fields[index]
        let isInitializer = state.frames.last?.owner == "init" && state.contexts.last?.info === info
        guard field.isVariable || isInitializer else {
            throw Problem(span, "'\(name)' cannot be changed: it is declared with 'let'")
        }
        let place = info.kind == .classType ? try reference(base) : try self.place(base).0
        return (adding(.field(index), to: place), field.type)
    }

    /// A value without the `?` or `!` behind it.
    private func unmarked(_ expression: Expression) -> Expression {
        switch expression {
        case .optional(let base, _), .forced(let base, _): base
        default: expression
        }
    }

    /// What an object or a subject is read from.
    private func reference(_ base: Expression) throws(Problem) -> Place {
        switch base {
        case .optional(let inner, _):
            return Place(root: .value(try ValueChecker(state: state).check(inner).term), parts: [.unwrap(nil)])
        default: return Place(root: .value(try ValueChecker(state: state).check(base).term))
        }
    }

    private func item(_ arguments: [CallArgument], of base: Expression, _ span: Span) throws(Problem) -> (Place, ValueType) {
        let (place, type) = try place(base)
        switch type {
        case .array(let element) where arguments.count == 1:
            let index = try ValueChecker(state: state).check(arguments[0].value, .int)
            guard index.type == .int else {
                throw Problem(arguments[0].value.span, "an index must be an Int, but this is \(index.type)")
            }
            return (adding(.item(index.term, span), to: place), element)
        case .generic(.dictionary, let types):
            let (key, standard) = try ValueChecker(state: state).key(arguments, types)
            return (adding(.key(key, standard: standard), to: place), standard == nil ? .optional(types[1]) : types[1])
        default: throw Problem(span, "\(type) has no elements to change with […]")
        }
    }
}
