import FlowTrace

extension Checker {
    /// Finds out the type of a value.
    ///
    /// - Parameter wanted: What is wanted there, as far as it is known: decides literals and what begins with a `.`.
    mutating func check(_ expression: Expression, _ wanted: ValueType? = nil) throws(Problem) -> Typed {
        try look(expression)
        switch expression {
        case .integer(let number, let span): return try integer(number, span, wanted)
        case .double(let number, _): return Typed(.double(number), .double)
        case .boolean(let truth, _): return Typed(.bool(truth), .bool)
        case .string(let parts, let span): return try string(parts, span, wanted)
        case .null: return null(wanted)
        case .name(let name, let types, let span): return try self.name(name, types, span)
        case .dollar(let index, let span): return try dollar(index, span)
        case .implicitMember(let name, let span): return try implicitMember(name, [], span, wanted)
        case .member(let base, let name, let span): return try member(of: base, name, span)
        case .element(let base, let index, let span): return try element(index, of: base, span)
        case .call(let call): return try self.call(call, wanted)
        case .item(let base, let index, let span): return try item(index, of: base, span)
        case .array(let elements, let span): return try array(elements, span, wanted)
        case .tuple(let elements, let span): return try tuple(elements, span, wanted)
        case .group(let inner, _): return try check(inner, wanted)
        case .closure(let closure):
            throw Problem(closure.span, "a closure is not expected here; it can only be handed to an operator")
        case .prefix(let prefix, let value, let span): return try self.prefix(prefix, value, span, wanted)
        case .infix(let left, let infix, let span, let right): return try self.infix(infix, left, right, span, wanted)
        case .choice(let condition, let first, let second): return try choice(condition, first, second, wanted)
        case .function(let infix, let span): throw Problem(span, "'\(infix.rawValue)' as a function is not expected here")
        }
    }

    // MARK: Literals

    private func integer(_ number: UInt, _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if wantsDouble(wanted) { return Typed(.double(Double(number)), .double) }
        guard let whole = Int(exactly: number) else { throw Problem(span, "\(number) is too large: an Int has 64 bits") }
        return Typed(.int(whole), .int)
    }

    /// A literal with a sign: the smallest Int is no negated one.
    func negative(_ number: UInt, _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if wantsDouble(wanted) { return Typed(.double(-Double(number)), .double) }
        return Typed(.int(number == UInt(Int.max) + 1 ? .min : -Int(number)), .int)
    }

    private func wantsDouble(_ wanted: ValueType?) -> Bool {
        wanted?.unwrapped == .double
    }

    private func null(_ wanted: ValueType?) -> Typed {
        guard case .optional(let wrapped)? = wanted, wrapped.isKnown else { return Typed(.null, .optional(.unknown)) }
        return Typed(.null, .optional(wrapped))
    }

    private mutating func string(_ parts: [StringPart], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
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
                guard !typed.type.isPublisher else { throw Problem(value.span, "a publisher cannot be written into a text") }
                terms.append(typed.term)
            }
        }
        return Typed(.text(terms, span), .string)
    }

    private mutating func array(_ elements: [Expression], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        var element: ValueType?
        if case .array(let wantedElement)? = wanted, wantedElement.isKnown { element = wantedElement }
        // What is no literal tells the type of those that are.
        var hint = element ?? numberHint(elements)
        if hint == nil, let first = elements.first(where: { !$0.isNumber && !$0.isNull }) ?? elements.first {
            hint = try typeOnly(first)
        }
        var values: [Typed] = []
        for expression in elements { values.append(try check(expression, hint)) }
        var type = element ?? (elements.contains(where: \.isNull) ? .optional(.unknown) : .unknown)
        for (value, expression) in zip(values, elements) {
            guard let joined = join(type, value.type) else {
                throw Problem(expression.span, "the elements of an array are of one type: this is \(value.type), not \(type)")
            }
            type = joined
        }
        if elements.isEmpty || type.isOptional { arrays.append((span.start, .array(type))) }
        return Typed(.array(values.map { promoted($0, to: type).term }, span), .array(type))
    }

    /// The type of a value that is checked once more later.
    private mutating func typeOnly(_ expression: Expression) throws(Problem) -> ValueType {
        let before = mark
        let type = try check(expression).type
        forget(since: before)
        return type
    }

    private mutating func tuple(_ elements: [Expression], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        guard !elements.isEmpty else { return Typed(.void, .void) }
        var hints: [ValueType?] = Array(repeating: nil, count: elements.count)
        if case .tuple(let types)? = wanted, types.count == elements.count { hints = types }
        var values: [Typed] = []
        for (expression, hint) in zip(elements, hints) { values.append(try check(expression, hint)) }
        return Typed(.tuple(values.map(\.term), span), .tuple(values.map(\.type)))
    }

    // MARK: Names

    private mutating func name(_ name: String, _ types: [TypeName], _ span: Span) throws(Problem) -> Typed {
        probe?.note(names, frames.last.map { isUnnamed($0) ? $0.types : [] } ?? [], at: span)
        if let place = names.lastIndex(where: { $0.text == name }) {
            var value = names[place].value
            value.term = .local(place)
            return value
        }
        let isCallable = OperatorTable.functions[name] != nil
        if isCallable { throw Problem(span, "'\(name)' needs parentheses: \(name)(…)") }
        if OperatorTable.namespaces.contains(name) || TypeReader.names.contains(name) {
            throw Problem(span, "'\(name)' is a type, not a value")
        }
        throw unknownName(name, span)
    }

    /// Whether a closure names nothing that it is given.
    private func isUnnamed(_ frame: Frame) -> Bool {
        names[frame.base...].prefix(frame.types.count).allSatisfy { $0.text == nil }
    }

    /// The problem that a name is not known.
    func unknownName(_ name: String, _ span: Span) -> Problem {
        let known = names.compactMap(\.text) + OperatorTable.functions.keys.sorted()
        let hint = Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return Problem(span, "unknown name '\(name)'\(hint)")
    }

    private func dollar(_ index: Int, _ span: Span) throws(Problem) -> Typed {
        guard let frame = frames.last, index < frame.types.count else { throw Problem(span, "'$\(index)' stands in no closure") }
        var value = names[frame.base + index].value
        value.term = .local(frame.base + index)
        return value
    }

    // MARK: Parts

    private mutating func element(_ index: Int, of base: Expression, _ span: Span) throws(Problem) -> Typed {
        let value = try check(base)
        switch value.type {
        case .unknown: return Typed(.element(value.term, index), .unknown)
        case .tuple(let types) where index < types.count: return Typed(.element(value.term, index), types[index])
        case .tuple(let types): throw Problem(span, "\(value.type) has elements .0 to .\(types.count - 1)")
        default: throw Problem(span, "\(value.type) is no tuple and has no element .\(index)")
        }
    }

    private mutating func item(_ index: Expression, of base: Expression, _ span: Span) throws(Problem) -> Typed {
        let value = try check(base)
        let place = try check(index, .int)
        guard place.type == .int || place.type == .unknown else {
            throw Problem(index.span, "an index is an Int, but this is \(place.type)")
        }
        switch value.type {
        case .unknown: return Typed(.item(value.term, place.term, span), .unknown)
        case .array(let element): return Typed(.item(value.term, place.term, span), element)
        default: throw Problem(span, "\(value.type) has no elements to choose with […]")
        }
    }

    // MARK: Joining

    /// The type of two values of which either may stand in one place; `nil` where there is none.
    func join(_ first: ValueType, _ second: ValueType) -> ValueType? {
        if case .publisher(_, _, .some) = first, first != .unknown, second != .unknown { return nil }
        if let merged = first.merged(with: second) { return merged }
        switch (first, second) {
        case (.optional(let wrapped), _): return wrapped.merged(with: second).map(ValueType.optional)
        case (_, .optional(let wrapped)): return wrapped.merged(with: first).map(ValueType.optional)
        default: return nil
        }
    }

    /// A value as one of a type that it was joined to.
    func promoted(_ value: Typed, to type: ValueType) -> Typed {
        guard case .optional(let wrapped) = type else { return value }
        if case .optional = value.type { return value }
        return wrapped.merged(with: value.type) == nil ? value : Typed(.some(value.term), type)
    }
}
