import FlowOperators

/// Resolves a call: of a function, a method of a value, a property, or an implicit member such as `.seconds(1)`.
struct CallChecker {
    let state: CheckState

    func check(_ call: Call, _ wanted: ValueType?) throws(Problem) -> Typed {
        switch call.callee {
        case .name(let name, let types, let span): return try function(name, types, call, span, wanted)
        case .implicitMember(let name, let span): return try implicitMember(name, call.arguments, span, wanted, isCalled: true)
        case .member(.name(let namespace, [], let namespaceSpan), let name, let span) where isNamespace(namespace):
            guard OperatorTable.overloads["\(namespace).\(name)"] != nil else { throw .unknownMember(name, of: namespace, span) }
            return try function("\(namespace).\(name)", [], call, namespaceSpan.to(span), wanted)
        case .member(let base, let name, let span): return try method(name, of: base, call.arguments, span, wanted)
        case .array: throw Problem(call.callee.span, Keyword.unsupported("an empty array such as [Int]()"))
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

    // MARK: Functions

    private func function(
        _ name: String, _ types: [TypeName], _ call: Call, _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        guard !state.knows(name) else { throw Problem(span, Keyword.unsupported("a call of '\(name)'")) }
        guard let overloads = OperatorTable.functions[name] else {
            if name == "Swift" { throw Problem(span, "'Swift.' is not needed here") }
            throw .unknownName(name, known: state.names.compactMap(\.text), span)
        }
        if name == "Set" { return try bag(types, overloads, call, span, wanted) }
        var bindings = Bindings()
        try bind(types, of: overloads[0].signature, &bindings, span)
        if types.isEmpty, let wanted {
            overloads[0].signature.bind(wanted, &bindings, besides: call.arguments)
        }
        return try resolve(overloads, call.arguments, span, bindings)
    }

    /// Checks `Set<AnyCancellable>()`, the only supported set.
    private func bag(
        _ types: [TypeName], _ overloads: [Overload], _ call: Call, _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        let type = types.isEmpty ? wanted : try? TypeReader.type(.named("Set", types, span))
        guard call.arguments.isEmpty, type == .bag else {
            throw Problem(span, Keyword.unsupported("a set of anything but AnyCancellable"))
        }
        return try resolve(overloads, [], span, Bindings())
    }

    /// Binds the output and the failure of the result to the types in `<…>`.
    private func bind(_ types: [TypeName], of signature: Signature, _ bindings: inout Bindings, _ span: Span) throws(Problem) {
        guard !types.isEmpty else { return }
        var variables: [Int] = []
        switch signature.result {
        case .publisher(.variable(let output), let failure, _):
            variables.append(output)
            if case .variable(let failure) = failure { variables.append(failure) }
        case .optional(.variable(let part)): variables.append(part)
        default: break
        }
        guard variables.count == types.count else {
            throw Problem(span, "'\(signature.name)' takes \(variables.isEmpty ? "no" : "\(variables.count)") types in <…>")
        }
        for (variable, type) in zip(variables, types) { _ = bindings.match(.variable(variable), try TypeReader.type(type)) }
    }

    // MARK: Members

    /// Checks `value.name`, `Type.name` and `Type.self`.
    func member(of base: Expression, _ name: String, _ span: Span) throws(Problem) -> Typed {
        if case .name(let namespace, let types, let namespaceSpan) = base, !state.knows(namespace) {
            if name == "self" { return Typed(.type, .metatype(try TypeReader.type(.named(namespace, types, namespaceSpan)))) }
            if isNamespace(namespace) { return try property(of: namespace, name, span) }
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
        let forms = (OperatorTable.overloads[name] ?? []).filter { $0.signature.acceptsReceiver(value.type) }
        throw Problem(span, "'\(name)' needs parentheses: .\(name)(…)", notes: forms.map(\.signature.text))
    }

    private func property(of namespace: String, _ name: String, _ span: Span) throws(Problem) -> Typed {
        guard let overload = OperatorTable.overloads["\(namespace).\(name)"]?.first else {
            throw .unknownMember(name, of: namespace, span)
        }
        guard !overload.signature.isCalled else { throw Problem(span, "'\(name)' needs parentheses: \(namespace).\(name)(…)") }
        return try CallBuilder(state: state).build(overload, [], name: span, bindings: Bindings())
    }

    private func method(
        _ name: String, of base: Expression, _ arguments: [CallArgument], _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        let methods = OperatorTable.methods[name] ?? []
        let operation = methods.first?.operation ?? OperatorID(name)
        // The expected type may determine the types of the erased publisher.
        var inner: ValueType?
        if operation == .eraseToAnyPublisher, case .publisher(let output, let failure, .erased)? = wanted {
            inner = .publisher(output, failure: failure, .some)
        }
        let value = try ValueChecker(state: state).check(base, inner)
        state.probe?.record(receiver: value.type, at: span)
        if operation != .eraseToAnyPublisher { try Problem.requireKnown(value.type, base.span) }
        var fitting = methods
        if !fitting.allSatisfy({ $0.isMember(of: value.type) }) { fitting.removeAll { !$0.isMember(of: value.type) } }
        guard !fitting.isEmpty else { throw .unknownMethod(name, methods, of: value.type, span) }
        // The last overload is the one for sequences; it leaves the values optional.
        if operation == .replaceNil { fitting = [value.isSequence ? fitting[fitting.count - 1] : fitting[0]] }
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

extension Signature {
    /// Binds the result's variables to the expected type, unless an argument determines them.
    func bind(_ wanted: ValueType, _ bindings: inout Bindings, besides arguments: [CallArgument]) {
        func bind(_ pattern: ValueType, _ type: ValueType) {
            guard type.isKnown, !decides(arguments, pattern) else { return }
            var tried = bindings
            if tried.match(pattern, type) { bindings = tried }
        }
        switch (result, wanted) {
        case (.publisher(let output, let failure, let form), .publisher(let wantedOutput, let wantedFailure, let other))
        where other == .some || other == form:
            bind(output, wantedOutput)
            bind(failure, wantedFailure)
        default: return
        }
    }

    /// Whether an argument determines a variable; an implicit member does not.
    private func decides(_ arguments: [CallArgument], _ variable: ValueType) -> Bool {
        zip(parameters, arguments).contains { parameter, argument in
            !argument.value.isImplicitMember && (parameter.type == variable || parameter.type == .array(variable))
        }
    }
}

extension Overload {
    /// Whether values of a type have this member.
    func isMember(of type: ValueType) -> Bool {
        takesAnyStream ? type.isPublisher || type == .unknown : signature.acceptsReceiver(type)
    }
}

extension Signature {
    /// Whether a type fits the receiver.
    func acceptsReceiver(_ type: ValueType) -> Bool {
        var bindings = Bindings()
        return receiver.map { bindings.match($0, type) } ?? false
    }
}
