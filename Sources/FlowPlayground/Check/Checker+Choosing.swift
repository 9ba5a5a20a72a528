extension Checker {
    /// Chooses the form of an operator that fits the arguments.
    mutating func choose(
        _ overloads: [Overload], receiver: TermPart?, _ arguments: [CallArgument], _ name: Span, _ bindings: Bindings
    ) throws(Problem) -> Typed {
        let (candidate, others) = try candidates(overloads, arguments, name)
        if others.isEmpty, !candidate.hasOpenNumber(in: arguments) {
            return try apply(candidate, receiver: receiver, arguments, name, bindings, asDouble: false)
        }
        var candidates = [candidate] + others
        if candidates.contains(where: { $0.fitsShape(of: arguments) }) {
            candidates.removeAll { !$0.fitsShape(of: arguments) }
        }
        var farthest: Problem?
        for candidate in candidates {
            // A whole literal may stand for a Double, as in [0.5].publisher.reduce(0, +).
            for asDouble in candidate.hasOpenNumber(in: arguments) ? [false, true] : [false] {
                do {
                    return try attempt { checker throws(Problem) in
                        try checker.apply(candidate, receiver: receiver, arguments, name, bindings, asDouble: asDouble)
                    }
                } catch {
                    if farthest.map({ error.span.start > $0.span.start }) ?? true { farthest = error }
                }
            }
        }
        throw farthest ?? Problem(name, "this cannot be called so")
    }

    /// The forms whose labels fit; where there are none, says what is wrong with the one that came farthest.
    private func candidates(
        _ overloads: [Overload], _ arguments: [CallArgument], _ name: Span
    ) throws(Problem) -> (Candidate, others: [Candidate]) {
        var first: Candidate?
        var others: [Candidate] = []
        var farthest: (mismatch: Assignment.Mismatch, signature: Signature)?
        for overload in overloads {
            do {
                let assignment = try Assignment(arguments, to: overload.signature, isPartial: probe != nil)
                let candidate = Candidate(overload: overload, places: assignment.places)
                if first == nil { first = candidate } else { others.append(candidate) }
            } catch {
                if farthest.map({ error.progress > $0.mismatch.progress }) ?? true { farthest = (error, overload.signature) }
            }
        }
        if let first { return (first, others) }
        throw farthest.map { $0.mismatch.problem(of: arguments, to: $0.signature, name: name) }
            ?? Problem(name, "this cannot be called so")
    }

    /// Checks the arguments of one form: values first, so that closures know what they are given.
    private mutating func apply(
        _ candidate: Candidate, receiver: TermPart?, _ arguments: [CallArgument], _ name: Span, _ bound: Bindings,
        asDouble: Bool
    ) throws(Problem) -> Typed {
        let signature = candidate.overload.signature
        var bindings = bound
        if let receiver, let pattern = signature.receiver { _ = bindings.match(pattern, receiver.value.type) }
        var parts: [TermPart] = []
        parts.reserveCapacity(signature.parameters.count + 1)
        if let receiver { parts.append(receiver) }
        let first = parts.count
        for parameter in signature.parameters {
            parts.append(TermPart(Typed(parameter.isVariadic ? .array([], name) : .omitted, .unknown), at: name))
        }
        var elements: [Term] = []
        for takesFunctions in [false, true] {
            for (place, index) in candidate.places.enumerated() where arguments[place].isClosure == takesFunctions {
                let (value, parameter) = (arguments[place].value, signature.parameters[index])
                let typed = try argument(value, parameter, signature.name, &bindings, asDouble: asDouble)
                if !parameter.isVariadic {
                    parts[first + index] = TermPart(typed, at: value.span)
                } else {
                    if elements.isEmpty { parts[first + index] = TermPart(Typed(.omitted, .array(typed.type)), at: value.span) }
                    elements.append(typed.term)
                }
            }
        }
        if !elements.isEmpty, let index = signature.parameters.firstIndex(where: { $0.isVariadic }) {
            parts[first + index].value.term = .array(elements, parts[first + index].span)
        }
        try checkConstraints(signature, &bindings, name)
        return try build(candidate.overload, parts, name: name, bindings: bindings, written: arguments)
    }

    private mutating func argument(
        _ expression: Expression, _ parameter: Parameter, _ owner: String, _ bindings: inout Bindings,
        asDouble: Bool
    ) throws(Problem) -> Typed {
        if case .function(let parameters, let result, let canThrow) = parameter.type.unwrappedFunction {
            return try function(expression, parameters, result, canThrow: canThrow, owner, &bindings)
        }
        let isOpen = asDouble && parameter.type.isVariable && expression.isNumber
        let value = try check(expression, isOpen ? .double : bindings.resolve(parameter.type))
        let known = bindings
        return try fit(value, parameter.type, &bindings, expression.span) {
            "'\(parameter.label ?? parameter.name)' of '\(owner)' must be \(known.close(parameter.type)), but is \($0)"
        }
    }

    // MARK: Functions

    private mutating func function(
        _ expression: Expression, _ parameters: [ValueType], _ result: ValueType, canThrow: Bool, _ owner: String,
        _ bindings: inout Bindings
    ) throws(Problem) -> Typed {
        switch expression {
        case .closure(let closure):
            return try self.closure(closure, parameters, result, canThrow: canThrow, owner, &bindings)
        case .function(let infix, let span):
            return try operatorFunction(infix, span, parameters, result, owner, &bindings)
        case .null: return Typed(.omitted, .unknown)
        default:
            throw Problem(expression.span, "'\(owner)' takes a closure here: { … }")
        }
    }

    private mutating func operatorFunction(
        _ infix: Infix, _ span: Span, _ parameters: [ValueType], _ result: ValueType, _ owner: String,
        _ bindings: inout Bindings
    ) throws(Problem) -> Typed {
        let types = parameters.map(bindings.close)
        guard types.count == 2, infix.precedence > 20, infix != .coalesce, infix.precedence != 45 else {
            throw Problem(span, "'\(infix.rawValue)' cannot be handed to '\(owner)'; write a closure")
        }
        // The operator is checked as if it stood between two values of these types.
        let known = names.count
        names += types.map { Name(text: nil, value: Typed(.void, $0)) }
        frames.append(
            Frame(owner: owner, base: known, types: types, canThrow: false, result: result, bindings: bindings))
        defer {
            names.removeLast(2)
            frames.removeLast()
        }
        let value = try self.infix(infix, .dollar(0, span), .dollar(1, span), span, nil)
        let wanted = bindings.close(result)
        _ = try fit(value, result, &bindings, span) { "'\(infix.rawValue)' gives \($0), but '\(owner)' needs \(wanted)" }
        return Typed(.function(infix, span), .unknown)
    }

    // MARK: Constraints

    private func checkConstraints(_ signature: Signature, _ bindings: inout Bindings, _ name: Span) throws(Problem) {
        for constraint in signature.constraints {
            switch constraint {
            case .equatable(let type): try require(bindings.close(type), \.isEquatable, "Equatable", "==", signature, name)
            case .comparable(let type): try require(bindings.close(type), \.isComparable, "Comparable", "<", signature, name)
            case .error(let type):
                let type = bindings.close(type)
                guard type.isError || type == .never else {
                    throw Problem(name, "'\(signature.name)' needs an error, but got \(type)", notes: [signature.text])
                }
            case .joined(let number, let other): try join(number, other, signature, &bindings, name)
            }
        }
    }

    private func require(
        _ type: ValueType, _ rule: (ValueType) -> Bool, _ word: String, _ sign: String, _ signature: Signature, _ name: Span
    ) throws(Problem) {
        guard !rule(type) else { return }
        let hasBy = OperatorTable.overloads[signature.name]?.contains { $0.signature.parameters.first?.label == "by" } == true
        let hint = hasBy ? "; say how with '\(signature.name)(by:)'" : ""
        throw Problem(
            name, "'\(signature.name)' needs values that '\(sign)' can compare, but \(type) is not \(word)\(hint)",
            notes: [signature.text])
    }

    private func join(
        _ number: Int, _ other: ValueType, _ signature: Signature, _ bindings: inout Bindings, _ name: Span
    ) throws(Problem) {
        let (inner, outer) = (bindings.close(.variable(number)), bindings.close(other))
        if inner == .never || inner == .unknown { return bindings.rebind(number, to: outer) }
        guard outer == .never || inner.merged(with: outer) != nil else {
            throw Problem(
                name, "the inner publisher fails with \(inner), but the stream with \(outer); make them one with 'mapError'",
                notes: [signature.text])
        }
    }
}
