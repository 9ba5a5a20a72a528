import FlowOperators

/// Finds what a call means: a function, a method of a value, a property, or an implicit member such as `.seconds(1)`.
struct CallChecker {
    let state: CheckState

    func check(_ call: Call, _ wanted: ValueType?) throws(Problem) -> Typed {
        switch call.callee {
        case .name(let name, let types, let span): return try function(name, types, call, span)
        case .implicitMember(let name, let span): return try implicitMember(name, call.arguments, span, wanted, isCalled: true)
        case .member(.name(let space, [], let spaceSpan), let name, let span)
        where isNamespace(space) && OperatorTable.overloads["\(space).\(name)"] != nil:
            return try function("\(space).\(name)", [], call, spaceSpan.to(span))
        case .member(let base, let name, let span): return try method(name, of: base, call.arguments, span)
        case .array(let elements, let span) where elements.count == 1 && call.arguments.isEmpty:
            return try emptyArray(elements[0], span)
        default: throw Problem(call.callee.span, "this cannot be called")
        }
    }

    private func check(_ expression: Expression) throws(Problem) -> Typed { try ValueChecker(state: state).check(expression) }

    private func resolve(
        _ overloads: [Overload], receiver: TermPart? = nil, _ arguments: [CallArgument], _ name: Span, _ bindings: Bindings
    ) throws(Problem) -> Typed {
        try OverloadResolver(state: state).resolve(overloads, receiver: receiver, arguments, name, bindings)
    }

    private func isNamespace(_ name: String) -> Bool { OperatorTable.namespaces.contains(name) && !state.knows(name) }

    /// `[Int]()`.
    private func emptyArray(_ element: Expression, _ span: Span) throws(Problem) -> Typed {
        guard case .name(let name, let types, let nameSpan) = element else { throw Problem(span, "this cannot be called") }
        return Typed(.array([], span), .array(try TypeReader.type(.named(name, types, nameSpan))))
    }

    // MARK: Functions

    private func function(_ name: String, _ types: [TypeName], _ call: Call, _ span: Span) throws(Problem) -> Typed {
        guard !state.knows(name) else { throw Problem(span, "'\(name)' cannot be called") }
        guard let overloads = OperatorTable.functions[name] else {
            throw .unknownName(name, known: state.names.compactMap(\.text), span)
        }
        var bindings = Bindings()
        try bind(types, of: overloads[0].signature, &bindings, span)
        return try resolve(overloads, call.arguments, span, bindings)
    }

    /// Binds the output and the failure of the result to the types in `<…>`.
    private func bind(_ types: [TypeName], of signature: Signature, _ bindings: inout Bindings, _ span: Span) throws(Problem) {
        guard !types.isEmpty else { return }
        var variables: [Int] = []
        if case .publisher(.variable(let output), let failure, _) = signature.result {
            variables.append(output)
            if case .variable(let failure) = failure { variables.append(failure) }
        }
        guard variables.count == types.count else {
            throw Problem(span, "'\(signature.name)' takes \(variables.isEmpty ? "no" : "\(variables.count)") types in <…>")
        }
        for (variable, type) in zip(variables, types) { _ = bindings.match(.variable(variable), try TypeReader.type(type)) }
    }

    // MARK: Members

    /// `value.name`, `Type.name` and `Type.self`.
    func member(of base: Expression, _ name: String, _ span: Span) throws(Problem) -> Typed {
        if case .name(let space, let types, let spaceSpan) = base, !state.knows(space) {
            if name == "self" { return Typed(.type, .metatype(try TypeReader.type(.named(space, types, spaceSpan)))) }
            if isNamespace(space) { return try property(of: space, name, span) }
        }
        let value = try check(base)
        state.probe?.record(receiver: value.type, at: span)
        if let overload = OperatorTable.properties[name]?.first(where: { $0.isMember(of: value.type) }) {
            var bindings = Bindings()
            _ = overload.signature.receiver.map { bindings.match($0, value.type) }
            return try CallBuilder(state: state)
                .build(overload, [TermPart(value, at: base.span)], name: span, bindings: bindings)
        }
        guard OperatorTable.methods[name]?.contains(where: { $0.isMember(of: value.type) }) == true else {
            throw .unknownMember(name, of: value.type, span)
        }
        let forms = (OperatorTable.overloads[name] ?? []).filter { $0.signature.takes(value.type) }
        throw Problem(span, "'\(name)' needs parentheses: .\(name)(…)", notes: forms.map(\.signature.text))
    }

    private func property(of space: String, _ name: String, _ span: Span) throws(Problem) -> Typed {
        guard let overload = OperatorTable.overloads["\(space).\(name)"]?.first else {
            throw Problem(span, "\(space) has no '\(name)' here")
        }
        guard !overload.signature.isCalled else { throw Problem(span, "'\(name)' needs parentheses: \(space).\(name)(…)") }
        return try CallBuilder(state: state).build(overload, [], name: span, bindings: Bindings())
    }

    private func method(_ name: String, of base: Expression, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed {
        let value = try check(base)
        state.probe?.record(receiver: value.type, at: span)
        let methods = OperatorTable.methods[name] ?? []
        switch methods.first?.operation {
        case .eraseToAnyPublisher: break  // its types may follow from where it is used
        default: try Problem.requireKnown(value.type, base.span)
        }
        var fitting = methods
        if !fitting.allSatisfy({ $0.isMember(of: value.type) }) { fitting.removeAll { !$0.isMember(of: value.type) } }
        guard !fitting.isEmpty else { throw .unknownMethod(name, methods, of: value.type, span) }
        do {
            return try resolve(fitting, receiver: TermPart(value, at: base.span), arguments, span, Bindings())
        } catch {
            throw .cannotFail(methods, value.type, arguments, span) ?? error
        }
    }

    // MARK: Implicit members

    func implicitMember(
        _ name: String, _ arguments: [CallArgument], _ span: Span, _ wanted: ValueType?, isCalled: Bool = false
    ) throws(Problem) -> Typed {
        guard let wanted = wanted?.unwrapped, wanted != .unknown else {
            throw Problem(span, "cannot tell what '.\(name)' belongs to")
        }
        func fits(_ member: Overload) -> Bool {
            var tried = Bindings()
            return !wanted.isVariable && tried.match(member.signature.result, wanted)
        }
        var named = OperatorTable.members[name] ?? []
        if !named.allSatisfy(fits) { named.removeAll { !fits($0) } }
        guard let first = named.first else {
            let members = OperatorTable.operators.flatMap(\.overloads).filter { $0.signature.kind == .member && fits($0) }
            throw .noCase(name, members, wanted, span)
        }
        var bindings = Bindings()
        _ = bindings.match(first.signature.result, wanted)
        guard first.signature.isCalled == isCalled else {
            throw Problem(
                span, isCalled ? "'.\(name)' takes no arguments" : "'.\(name)' needs a value: .\(name)(…)",
                notes: [first.signature.text])
        }
        return try resolve(named, arguments, span, bindings)
    }
}

extension Overload {
    /// Whether a value of a type has it as a member.
    func isMember(of type: ValueType) -> Bool { takesAnyStream ? type.isPublisher || type == .unknown : signature.takes(type) }
}

extension Signature {
    /// Whether a type fits the receiver.
    func takes(_ type: ValueType) -> Bool {
        var bindings = Bindings()
        return receiver.map { bindings.match($0, type) } ?? false
    }
}
