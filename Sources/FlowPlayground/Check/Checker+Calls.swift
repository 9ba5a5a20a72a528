import FlowOperators
import FlowTrace

extension Checker {
    /// Finds out what a call means.
    mutating func call(_ call: Call, _ wanted: ValueType?) throws(Problem) -> Typed {
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

    private func isNamespace(_ name: String) -> Bool {
        OperatorTable.namespaces.contains(name) && !names.contains { $0.text == name }
    }

    /// `[Int]()`.
    private func emptyArray(_ element: Expression, _ span: Span) throws(Problem) -> Typed {
        guard case .name(let name, let types, let place) = element else { throw Problem(span, "this cannot be called") }
        return Typed(.array([], span), .array(try TypeReader.type(.named(name, types, place))))
    }

    // MARK: Functions

    private mutating func function(_ name: String, _ types: [TypeName], _ call: Call, _ span: Span) throws(Problem) -> Typed {
        guard !names.contains(where: { $0.text == name }) else { throw Problem(span, "'\(name)' cannot be called") }
        guard let overloads = OperatorTable.functions[name] else { throw unknownName(name, span) }
        var bindings = Bindings()
        try bind(types, of: overloads[0].signature, &bindings, span)
        return try choose(overloads, receiver: nil, call.arguments, span, bindings)
    }

    /// Takes the types in `<…>` for the output and failure of what is made.
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
    mutating func member(of base: Expression, _ name: String, _ span: Span) throws(Problem) -> Typed {
        if case .name(let space, let types, let place) = base, !names.contains(where: { $0.text == space }) {
            if name == "self" { return Typed(.type, .metatype(try TypeReader.type(.named(space, types, place)))) }
            if isNamespace(space) { return try property(of: space, name, span) }
        }
        let value = try check(base)
        probe?.note(receiver: value.type, at: span)
        if let overload = OperatorTable.properties[name]?.first(where: { takes($0, value.type) }) {
            var bindings = Bindings()
            _ = overload.signature.receiver.map { bindings.match($0, value.type) }
            return try build(overload, [TermPart(value, at: base.span)], name: span, bindings: bindings)
        }
        guard OperatorTable.methods[name]?.contains(where: { takes($0, value.type) }) == true else {
            throw unknownMember(name, of: value.type, span)
        }
        throw Problem(span, "'\(name)' needs parentheses: .\(name)(…)", notes: signatures(name, of: value.type))
    }

    private mutating func property(of space: String, _ name: String, _ span: Span) throws(Problem) -> Typed {
        guard let overload = OperatorTable.overloads["\(space).\(name)"]?.first else {
            throw Problem(span, "\(space) has no '\(name)' here")
        }
        guard !overload.signature.isCalled else { throw Problem(span, "'\(name)' needs parentheses: \(space).\(name)(…)") }
        return try build(overload, [], name: span, bindings: Bindings())
    }

    private mutating func method(
        _ name: String, of base: Expression, _ arguments: [CallArgument], _ span: Span
    ) throws(Problem) -> Typed {
        let value = try check(base)
        probe?.note(receiver: value.type, at: span)
        let methods = OperatorTable.methods[name] ?? []
        // The place that the publisher is erased for may tell its types.
        if methods.first?.operation != .eraseToAnyPublisher { try requireKnown(value.type, base.span) }
        var fitting = methods
        if !fitting.allSatisfy({ takes($0, value.type) }) { fitting.removeAll { !takes($0, value.type) } }
        guard !fitting.isEmpty else { throw unknownMethod(name, methods, of: value.type, span) }
        do {
            return try choose(fitting, receiver: TermPart(value, at: base.span), arguments, span, Bindings())
        } catch {
            throw cannotFail(name, methods, value.type, arguments, span) ?? error
        }
    }

    /// What something is called on has to be known: what follows does not tell it.
    func requireKnown(_ type: ValueType, _ span: Span) throws(Problem) {
        guard case .publisher(let output, let failure, let form) = type, !output.isKnown || !failure.isKnown else { return }
        let hint =
            form == .some
            ? "write the type of what it sends" : "write them, as \(form.rawValue)<Int, \(form == .fail ? "FlowError" : "Never")>"
        throw Problem(span, "what this publisher sends, and how it fails, cannot be told; \(hint)")
    }

    private func takes(_ overload: Overload, _ type: ValueType) -> Bool {
        if overload.takesAnyStream { return type.isPublisher || type == .unknown }
        var bindings = Bindings()
        return overload.signature.receiver.map { bindings.match($0, type) } ?? false
    }

    // MARK: Words with a period

    mutating func implicitMember(
        _ name: String, _ arguments: [CallArgument], _ span: Span, _ wanted: ValueType?, isCalled: Bool = false
    ) throws(Problem) -> Typed {
        guard let wanted = wanted?.unwrapped, wanted != .unknown else {
            throw Problem(span, "what '.\(name)' belongs to cannot be told here")
        }
        func fits(_ member: Overload) -> Bool {
            var tried = Bindings()
            return !wanted.isVariable && tried.match(member.signature.result, wanted)
        }
        var named = OperatorTable.members[name] ?? []
        if !named.allSatisfy(fits) { named.removeAll { !fits($0) } }
        guard let first = named.first else {
            throw noCase(
                name, OperatorTable.operators.flatMap(\.overloads).filter { $0.signature.kind == .member && fits($0) }, wanted,
                span)
        }
        var bindings = Bindings()
        _ = bindings.match(first.signature.result, wanted)
        guard first.signature.isCalled == isCalled else {
            throw Problem(
                span, isCalled ? "'.\(name)' takes no arguments" : "'.\(name)' needs a value: .\(name)(…)",
                notes: [first.signature.text])
        }
        return try choose(named, receiver: nil, arguments, span, bindings)
    }

    private func noCase(_ name: String, _ members: [Overload], _ wanted: ValueType, _ span: Span) -> Problem {
        let names = members.map(\.signature.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard !names.isEmpty else { return Problem(span, "expected \(wanted), but found '.\(name)'") }
        let hint = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return Problem(span, "no case '.\(name)'\(hint)", notes: ["one of: " + names.map { ".\($0)" }.joined(separator: ", ")])
    }
}
