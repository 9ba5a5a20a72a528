import FlowOperators

/// Finds what a call means: a function, a method of a value, a property, or an implicit member such as `.seconds(1)`.
struct CallChecker {
    let state: CheckState

    func check(_ call: Call, _ wanted: ValueType?) throws(Problem) -> Typed {
        switch call.callee {
        case .specialized(.member(.name(let space, [], let spaceSpan), let name, let span), let types, _)
        where isNamespace(space) && OperatorTable.overloads["\(space).\(name)"] != nil:
            return try function("\(space).\(name)", types, call, spaceSpan.to(span), wanted)
        case .name(let name, let types, let span): return try function(name, types, call, span, wanted)
        case .implicitMember(let name, let span): return try implicitMember(name, call.arguments, span, wanted, isCalled: true)
        case .member(.name(let name, let types, let span), "init", _) where !state.knows(name):
            return try function(name, types, call, span, wanted)
        case .member(.name(let name, _, _), let member, let span) where state.info(named: name) != nil:
            guard let info = state.info(named: name) else { throw Problem(span, "unknown type") }
            return try shared(member, of: info, call.arguments, span)
        case .member(.name(let name, let types, let typeSpan), let member, let span) where !types.isEmpty && !state.knows(name):
            let type = try state.type(.named(name, types, typeSpan))
            return try implicitMember(member, call.arguments, span, type, isCalled: true)
        case .member(.name(let space, [], let spaceSpan), let name, let span) where isNamespace(space):
            guard OperatorTable.overloads["\(space).\(name)"] != nil else { throw .unknownMember(name, of: space, span) }
            return try function("\(space).\(name)", [], call, spaceSpan.to(span), wanted)
        case .member(let base, let name, let span): return try method(name, of: base, call.arguments, span, wanted)
        case .array(let elements, let span) where elements.count == 1 && call.arguments.isEmpty && elements[0].isTypeName(state):
            return try emptyArray(elements[0], span)
        case .dictionary(let parts, let span) where parts.count == 2 && call.arguments.isEmpty && parts[0].isTypeName(state):
            guard case .name(let key, let keys, let keySpan) = parts[0],
                case .name(let value, let values, let valueSpan) = parts[1]
            else { throw Problem(span, "this cannot be called") }
            let types = [try state.type(.named(key, keys, keySpan)), try state.type(.named(value, values, valueSpan))]
            return Typed(.dictionary([], span), .generic(.dictionary, types))
        case .optional(let callee, let span):
            let function = try check(callee)
            guard case .optional(let wrapped) = function.type else {
                throw Problem(span, "this is no optional, but \(function.type)")
            }
            return try FunctionCaller(state: state).call(Typed(.unwrap(function.term), wrapped), call.arguments, callee.span)
        case .group, .item, .call, .forced, .element:
            return try FunctionCaller(state: state).call(try check(call.callee), call.arguments, call.callee.span)
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
        return Typed(.array([], span), .array(try state.type(.named(name, types, nameSpan))))
    }

    // MARK: Functions

    private func function(
        _ name: String, _ types: [TypeName], _ call: Call, _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        if let method = try ownMethod(name, call.arguments, span) { return method }
        if let index = state.names.lastIndex(where: { $0.text == name }) { return try local(index, call.arguments, span) }
        if let info = state.info(named: name) { return try FunctionCaller(state: state).make(info, call.arguments, span) }
        guard let overloads = OperatorTable.functions[name] else {
            if name == "Swift" { throw Problem(span, "'Swift.' is not needed here") }
            throw .unknownName(name, known: state.names.compactMap(\.text) + state.types.map(\.type.name), span)
        }
        var bindings = Bindings()
        try bind(types, of: overloads[0].signature, &bindings, span)
        if types.isEmpty, let wanted, wanted.isPublisher || wanted.isGeneric {
            overloads[0].signature.bind(wanted, &bindings, besides: call.arguments)
        }
        // Where nothing says how it fails, it does not.
        if overloads[0].operation == .publisher, case .publisher(_, .variable(let failure), _) = overloads[0].signature.result,
            bindings[failure] == nil
        {
            _ = bindings.match(.variable(failure), .never)
        }
        return try resolve(overloads, call.arguments, span, bindings)
    }

    /// A call of what a name stands for.
    private func local(_ index: Int, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed {
        let name = state.names[index]
        guard let shape = name.function else {
            return try FunctionCaller(state: state).call(ValueChecker(state: state).local(index), arguments, span)
        }
        let terms = try FunctionCaller(state: state).arguments(arguments, of: shape, span)
        return Typed(
            .invoke(.local(index), terms, span), shape.signature.result,
            origin: shape.signature.result.isPublisher ? shape.origin : nil, isEndless: shape.isEndless)
    }

    /// A method of the type around, called without `self`.
    private func ownMethod(_ name: String, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed? {
        guard let context = state.contexts.last, !state.names[context.base...].contains(where: { $0.text == name }) else {
            return nil
        }
        if state.names[context.base].text == "self",
            context.info.method(name, isStatic: false) != nil || context.info.field(name) != nil
        {
            return try method(name, of: .name("self", [], span), arguments, span, nil)
        }
        return context.info.method(name, isStatic: true) == nil || name == "init"
            ? nil : try shared(name, of: context.info, arguments, span)
    }

    /// Binds the output and the failure of the result to the types in `<…>`.
    private func bind(_ types: [TypeName], of signature: Signature, _ bindings: inout Bindings, _ span: Span) throws(Problem) {
        guard !types.isEmpty else { return }
        var variables: [Int] = []
        switch signature.result {
        case .publisher(.variable(let output), let failure, _):
            variables.append(output)
            if case .variable(let failure) = failure { variables.append(failure) }
        case .publisher(.array(.variable(let output)), .variable(let failure), _): variables += [output, failure]
        case .generic(_, let types):
            for case .variable(let variable) in types { variables.append(variable) }
        case .array(.variable(let part)), .optional(.variable(let part)): variables.append(part)
        default: break
        }
        guard variables.count == types.count else {
            throw Problem(span, "'\(signature.name)' takes \(variables.isEmpty ? "no" : "\(variables.count)") types in <…>")
        }
        for (variable, type) in zip(variables, types) {
            // The first type of a sequence is that of its array.
            let isArray =
                signature.parameters.first?.type == .array(.variable(variable)) && signature.name.hasPrefix("Publishers.")
            let pattern = isArray ? ValueType.array(.variable(variable)) : .variable(variable)
            guard bindings.match(pattern, try state.type(type)) else {
                throw Problem(type.span, "an array type is expected here")
            }
        }
    }

    // MARK: Members

    /// `value.name`, `Type.name` and `Type.self`.
    func member(of base: Expression, _ name: String, _ span: Span) throws(Problem) -> Typed {
        if case .name(let space, let types, let spaceSpan) = base, !state.knows(space) {
            if name == "self" { return Typed(.type, .metatype(try state.type(.named(space, types, spaceSpan)))) }
            if let info = state.info(named: space) { return try shared(name, of: info, [], span) }
            if isNamespace(space) { return try property(of: space, name, span) }
        }
        if case .array(let elements, let array) = base, name == "self", elements.count == 1 {
            return Typed(.type, .metatype(try emptyArray(elements[0], array).type))
        }
        let value = try check(base)
        state.probe?.record(receiver: value.type, at: span)
        if let info = state.info(of: value.type) { return try self.property(name, of: value, info, span) }
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

    /// A field or a computed property of a value of a declared type.
    private func property(_ name: String, of value: Typed, _ info: TypeInfo, _ span: Span) throws(Problem) -> Typed {
        if let index = info.field(name) { return Typed(.field(value.term, index), info.fields[index].type) }
        if let index = info.method(name, isStatic: false) {
            let method = info.methods[index]
            guard method.isProperty else { throw Problem(span, "'\(name)' needs parentheses: .\(name)(…)") }
            return Typed(
                .method(type: info.slot, index, on: .value(value.term), [], span), method.shape.signature.result,
                origin: method.shape.origin, isEndless: method.shape.isEndless)
        }
        if name == "rawValue", let rawType = info.rawType {
            var term = info.raws.last ?? .void
            for (index, raw) in info.raws.enumerated().reversed().dropFirst() {
                let one = Term.make(type: info.slot, enumCase: index, [], span)
                term = .choice(.infix(.equal, value.term, one, span), raw, term)
            }
            return Typed(term, rawType)
        }
        if name == "localizedDescription" { throw Problem(span, Keyword.beyond("'localizedDescription'")) }
        throw .unknownMember(name, of: value.type, span, among: info.members)
    }

    /// A case, a static constant or a static method of a declared type.
    private func shared(_ name: String, of info: TypeInfo, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed {
        let type = ValueType.declared(info.type)
        if let index = info.enumCase(name) { return try FunctionCaller(state: state).enumCase(index, of: info, arguments, span) }
        if let index = info.statics.firstIndex(where: { $0.name == name }) {
            return Typed(.shared(type: info.slot, index), info.statics[index].type)
        }
        guard name != "init" else { return try FunctionCaller(state: state).make(info, arguments, span) }
        guard let index = info.method(name, isStatic: true) else {
            throw .unknownMember(
                name, of: type, span,
                among: info.cases.map(\.name) + info.statics.map(\.name) + info.methods.filter(\.isStatic).map(\.name))
        }
        let shape = info.methods[index].shape
        let terms = try FunctionCaller(state: state).arguments(arguments, of: shape, span)
        return Typed(
            .method(type: info.slot, index, on: .none, terms, span), shape.signature.result, origin: shape.origin,
            isEndless: shape.isEndless)
    }

    /// A call of a method, or of a function in a field, of a value of a declared type.
    private func method(
        _ name: String, of base: Expression, _ value: Typed, _ info: TypeInfo, _ arguments: [CallArgument], _ span: Span
    ) throws(Problem) -> Typed {
        guard let index = info.method(name, isStatic: false), !info.methods[index].isProperty else {
            guard let field = info.field(name) else { throw .unknownMember(name, of: value.type, span, among: info.members) }
            return try FunctionCaller(state: state)
                .call(Typed(.field(value.term, field), info.fields[field].type), arguments, span)
        }
        let method = info.methods[index]
        let terms = try FunctionCaller(state: state).arguments(arguments, of: method.shape, span)
        let receiver: Term.Receiver =
            method.isMutating && info.kind != .classType
            ? .place(try PlaceChecker(state: state).place(base).0) : .value(value.term)
        return Typed(
            .method(type: info.slot, index, on: receiver, terms, span), method.shape.signature.result,
            origin: method.shape.origin,
            isEndless: method.shape.isEndless)
    }

    private func property(of space: String, _ name: String, _ span: Span) throws(Problem) -> Typed {
        guard let overload = OperatorTable.overloads["\(space).\(name)"]?.first else {
            throw .unknownMember(name, of: space, span)
        }
        guard !overload.signature.isCalled else { throw Problem(span, "'\(name)' needs parentheses: \(space).\(name)(…)") }
        return try CallBuilder(state: state).build(overload, [], name: span, bindings: Bindings())
    }

    private func method(
        _ name: String, of base: Expression, _ arguments: [CallArgument], _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        let methods = OperatorTable.methods[name] ?? []
        let operation = methods.first?.operation ?? OperatorID(name)
        // What is erased may follow from where it is used.
        var inner: ValueType?
        if operation == .eraseToAnyPublisher, case .publisher(let output, let failure, .erased)? = wanted {
            inner = .publisher(output, failure: failure, .some)
        }
        let value = try ValueChecker(state: state).check(base, inner)
        state.probe?.record(receiver: value.type, at: span)
        if let info = state.info(of: value.type) { return try method(name, of: base, value, info, arguments, span) }
        if operation == .assign, value.type.isPublisher { return try assign(base, arguments, span) }
        if name == "store", value.type == .cancellable { return try store(value, methods, base, arguments, span) }
        if operation != .eraseToAnyPublisher { try Problem.requireKnown(value.type, base.span) }
        var fitting = methods
        if !fitting.allSatisfy({ $0.isMember(of: value.type) }) { fitting.removeAll { !$0.isMember(of: value.type) } }
        guard !fitting.isEmpty else { throw .unknownMethod(name, methods, of: value.type, span) }
        // A sequence's own leaves the values optional.
        if operation == .replaceNil { fitting = [value.isSequence ? fitting[fitting.count - 1] : fitting[0]] }
        do {
            let typed = try resolve(fitting, receiver: TermPart(value, at: base.span), arguments, span, Bindings())
            return try changing(typed, base)
        } catch {
            throw .cannotFail(methods, value.type, arguments, span) ?? error
        }
    }

    /// A method that changes what it is called on gets its place.
    private func changing(_ value: Typed, _ base: Expression) throws(Problem) -> Typed {
        guard case .call(let overload, let parts, let site) = value.term, overload.role == .change else { return value }
        let place = try PlaceChecker(state: state).place(base).0
        return Typed(.change(place, overload, parts, site), value.type)
    }

    /// `assign(to: \.name, on: object)`: a sink that assigns.
    private func assign(_ base: Expression, _ arguments: [CallArgument], _ span: Span) throws(Problem) -> Typed {
        guard arguments.map(\.label) == ["to", "on"], case .keyPath(_, let members, let path) = arguments[0].value else {
            throw Problem(span, Keyword.beyond("this form of 'assign'"))
        }
        let target = members.reduce(arguments[1].value) { .member($0, $1, path) }
        let body = Statement.assignment(target, nil, .dollar(0, path), path)
        let closure = Closure(captures: [], parameters: nil, result: nil, body: [body], dollars: 1, span: path)
        let argument = CallArgument(label: "receiveValue", labelSpan: path, value: .closure(closure), isTrailing: false)
        return try method("sink", of: base, [argument], span, nil)
    }

    /// `store(in: &bag)`: it is the bag that changes.
    private func store(
        _ value: Typed, _ methods: [Overload], _ base: Expression, _ arguments: [CallArgument], _ span: Span
    ) throws(Problem) -> Typed {
        guard arguments.count == 1, arguments[0].label == "in", case .address(let bag, let sign) = arguments[0].value else {
            throw Problem(span, "'store' needs a variable to fill: .store(in: &bag)")
        }
        let (place, type) = try PlaceChecker(state: state).place(bag)
        guard let overload = methods.first(where: { $0.signature.parameters[0].type.merged(with: type) != nil }) else {
            throw Problem(sign.to(bag.span), "'store' fills a Set<AnyCancellable> or an [AnyCancellable], but this is \(type)")
        }
        state.calls.append(ResolvedCall(overload: overload, span: span, type: .void))
        let parts = [TermPart(Typed(.omitted, type), at: bag.span), TermPart(value, at: base.span)]
        return Typed(.change(place, overload, parts, CallSite(span: span, stage: nil, output: .unknown)), .void)
    }

    // MARK: Implicit members

    func implicitMember(
        _ name: String, _ arguments: [CallArgument], _ span: Span, _ wanted: ValueType?, isCalled: Bool = false
    ) throws(Problem) -> Typed {
        guard let wanted = wanted?.unwrapped, wanted != .unknown else {
            throw Problem(span, "cannot tell what '.\(name)' belongs to")
        }
        if let info = state.info(of: wanted) { return try shared(name, of: info, arguments, span) }
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
    /// Binds the variables of the result that no argument decides to what is wanted.
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
        case (.generic(let kind, let patterns), .generic(let other, let types)) where kind == other:
            for (pattern, type) in zip(patterns, types) { bind(pattern, type) }
        default: return
        }
    }

    /// Whether an argument decides what a variable is; an implicit member does not.
    private func decides(_ arguments: [CallArgument], _ variable: ValueType) -> Bool {
        zip(parameters, arguments).contains { parameter, argument in
            switch argument.value {
            case .implicitMember: return false
            case .call(let call): if case .implicitMember = call.callee { return false }
            default: break
            }
            return parameter.type == variable || parameter.type == .array(variable)
        }
    }
}

extension Expression {
    /// Whether it is the name of a type, as in `[Int]()`.
    fileprivate func isTypeName(_ state: CheckState) -> Bool {
        guard case .name(let name, let types, let span) = self, !state.knows(name) else { return false }
        return (try? state.type(.named(name, types, span))) != nil
    }
}

extension ValueType {
    var isGeneric: Bool {
        if case .generic = self { true } else { false }
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
