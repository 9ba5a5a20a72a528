import FlowTrace

/// Checks a value: literals, names, and elements of tuples and arrays. Calls and operators have separate checkers.
struct ValueChecker {
    let state: CheckState

    /// - Parameter wanted: The expected type, as far as known: it determines literals and implicit members.
    func check(_ expression: Expression, _ wanted: ValueType? = nil) throws(Problem) -> Typed {
        try state.count(expression)
        switch expression {
        case .integer(let number, let span): return try integer(number, span, wanted)
        case .double(let number, let span):
            return wanted == .plain(.duration) ? duration(number, span) : Typed(.double(number), .double)
        case .boolean(let truth, _): return Typed(.bool(truth), .bool)
        case .string(let parts, let span): return try string(parts, span, wanted)
        case .null: return null(wanted)
        case .name(let name, _, let span): return try self.name(name, span)
        case .dollar(let index, let span): return try dollar(index, span)
        case .implicitMember(let name, let span): return try calls.implicitMember(name, [], span, wanted)
        case .member(let base, let name, let span): return try calls.member(of: base, name, span)
        case .element(let base, let index, let span): return try element(index, of: base, span)
        case .call(let call): return try calls.check(call, wanted)
        case .item(let base, let index, let span): return try item(index, of: base, span)
        case .array(let elements, let span): return try array(elements, span, wanted)
        case .tuple(let elements, let span): return try tuple(elements, span, wanted)
        case .group(let inner, _): return try check(inner, wanted)
        case .closure(let closure): throw Problem(closure.span, Keyword.unsupported("a closure that is no argument"))
        case .address(let value, let span): return try bag(value, span, wanted)
        case .prefix(let prefix, let value, let span): return try expressions.prefix(prefix, value, span, wanted)
        case .infix(let left, let infix, let span, let right): return try expressions.infix(infix, left, right, span, wanted)
        case .choice(let condition, let first, let second): return try expressions.choice(condition, first, second, wanted)
        case .function(let infix, let span): throw Problem(span, "'\(infix.rawValue)' cannot be used as a function here")
        }
    }

    private var calls: CallChecker { CallChecker(state: state) }

    private var expressions: ExpressionChecker { ExpressionChecker(state: state) }

    // MARK: Literals

    private func integer(_ number: UInt, _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if wanted?.unwrapped == .double { return Typed(.double(Double(number)), .double) }
        if wanted == .plain(.duration) { return duration(Double(number), span) }
        guard let whole = Int(exactly: number) else { throw Problem(span, "\(number) is too large: an Int has 64 bits") }
        return Typed(.int(whole), .int)
    }

    /// A number where a duration is expected: seconds, as for Swift's queues and run loops.
    private func duration(_ seconds: Double, _ span: Span) -> Typed {
        guard let row = OperatorTable.members["seconds"]?.last else { preconditionFailure("the table has no seconds") }
        let part = TermPart(Typed(.double(seconds), .double), at: span)
        return Typed(.call(row, [part], CallSite(span: span, stage: nil, output: .unknown)), .plain(.duration))
    }

    private func null(_ wanted: ValueType?) -> Typed {
        guard case .optional(let wrapped)? = wanted, wrapped.isKnown else { return Typed(.null, .optional(.unknown)) }
        return Typed(.null, .optional(wrapped))
    }

    private func string(_ parts: [StringPart], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if parts.isEmpty { return Typed(.string(""), .string) }
        if parts.count == 1, case .text(let text) = parts[0] {
            let isCharacter = wanted?.unwrapped == .plain(.character) && text.count == 1
            return Typed(.string(text), isCharacter ? .plain(.character) : .string)
        }
        var terms: [Term] = []
        terms.reserveCapacity(parts.count)
        for part in parts {
            switch part {
            case .text(let text): terms.append(.string(text))
            case .value(let value):
                let typed = try check(value)
                guard !typed.type.isPublisher else { throw Problem(value.span, "a publisher cannot be put into a string") }
                terms.append(typed.term)
            }
        }
        return Typed(.text(terms, span), .string)
    }

    private func array(_ elements: [Expression], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if elements.isEmpty, wanted == .bag {
            return try check(.call(Call(callee: .name("Set", [], span), arguments: [], parentheses: nil, span: span)), wanted)
        }
        var element: ValueType?
        if case .array(let wantedElement)? = wanted, wantedElement.isKnown { element = wantedElement }
        // The other elements determine the type of literals.
        var hint = element ?? OperatorRules.numberHint(elements)
        if hint == nil, let first = elements.first(where: { !$0.isNumber && !$0.isNull }) ?? elements.first {
            hint = try state.rehearse { () throws(Problem) in try check(first).type }
        }
        var values: [Typed] = []
        for expression in elements { values.append(try check(expression, hint)) }
        var type = element ?? (elements.contains(where: \.isNull) ? .optional(.unknown) : .unknown)
        for (value, expression) in zip(values, elements) {
            guard let joined = type.joined(with: value.type) else {
                throw Problem(
                    expression.span, "the elements of an array must all be of one type: this is \(value.type), not \(type)")
            }
            type = joined
        }
        if elements.isEmpty || type.isOptional { state.arrays.append((span.start, .array(type))) }
        return Typed(.array(values.map { $0.promoted(to: type).term }, span), .array(type))
    }

    private func tuple(_ elements: [Expression], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        guard !elements.isEmpty else { return Typed(.void, .void) }
        var hints: [ValueType?] = Array(repeating: nil, count: elements.count)
        if case .tuple(let types)? = wanted, types.count == elements.count { hints = types }
        var values: [Typed] = []
        for (expression, hint) in zip(elements, hints) { values.append(try check(expression, hint)) }
        return Typed(.tuple(values.map(\.term), span), .tuple(values.map(\.type)))
    }

    // MARK: Names

    private func name(_ name: String, _ span: Span) throws(Problem) -> Typed {
        state.probe?.record(names: state.names, unnamed: state.frames.last.map(unnamedTypes) ?? [], at: span)
        if let index = state.names.lastIndex(where: { $0.text == name }) {
            guard state.names[index].value.type != .bag else {
                throw Problem(span, Keyword.unsupported("a use of '\(name)' without '&'"))
            }
            return local(index)
        }
        if OperatorTable.functions[name] != nil { throw Problem(span, "'\(name)' needs parentheses: \(name)(…)") }
        if OperatorTable.namespaces.contains(name) || TypeReader.names.contains(name) {
            throw Problem(span, "'\(name)' is a type, not a value")
        }
        throw .unknownName(name, known: state.names.compactMap(\.text), span)
    }

    /// Checks `&bag`, the destination of `store(in:)`.
    private func bag(_ expression: Expression, _ sign: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        guard wanted == .bag else { throw Problem(sign, "'&' belongs before what 'store(in:)' fills") }
        guard case .name(let name, _, let span) = expression else {
            throw Problem(sign.to(expression.span), Keyword.unsupported("a bag that has no name here"))
        }
        guard let index = state.names.lastIndex(where: { $0.text == name }) else {
            throw .unknownName(name, known: state.names.compactMap(\.text), span)
        }
        guard state.names[index].value.type == .bag else {
            throw Problem(span, Keyword.unsupported("a bag that is no Set<AnyCancellable>"))
        }
        guard state.names[index].isVariable else { throw Problem(span, "'\(name)' cannot be changed: it is declared with 'let'") }
        return local(index)
    }

    /// The types of `$0`, `$1`… of a closure that does not name its parameters.
    private func unnamedTypes(_ frame: Frame) -> [ValueType] {
        state.names[frame.base...].prefix(frame.types.count).allSatisfy { $0.text == nil } ? frame.types : []
    }

    private func dollar(_ index: Int, _ span: Span) throws(Problem) -> Typed {
        guard let frame = state.frames.last, index < frame.types.count else {
            throw Problem(span, "'$\(index)' can only be used in a closure")
        }
        return local(frame.base + index)
    }

    private func local(_ index: Int) -> Typed {
        state.reads.append(index)
        var value = state.names[index].value
        value.term = .local(index)
        return value
    }

    // MARK: Elements

    private func element(_ index: Int, of base: Expression, _ span: Span) throws(Problem) -> Typed {
        let value = try check(base)
        switch value.type {
        case .unknown: return Typed(.element(value.term, index), .unknown)
        case .tuple(let types) where index < types.count: return Typed(.element(value.term, index), types[index])
        case .tuple(let types): throw Problem(span, "\(value.type) has elements .0 to .\(types.count - 1)")
        default: throw Problem(span, "\(value.type) is not a tuple and has no element .\(index)")
        }
    }

    private func item(_ index: Expression, of base: Expression, _ span: Span) throws(Problem) -> Typed {
        let value = try check(base)
        let position = try check(index, .int)
        guard position.type == .int || position.type == .unknown else {
            throw Problem(index.span, "an index must be an Int, but this is \(position.type)")
        }
        switch value.type {
        case .unknown: return Typed(.item(value.term, position.term, span), .unknown)
        case .array(let element): return Typed(.item(value.term, position.term, span), element)
        default: throw Problem(span, "\(value.type) has no elements to pick with […]")
        }
    }
}
