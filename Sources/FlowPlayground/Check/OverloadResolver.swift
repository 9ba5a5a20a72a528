/// Chooses the overload that fits a call's arguments, and checks the arguments against it.
struct OverloadResolver {
    let state: CheckState

    /// - Parameters:
    ///   - receiver: The operator's receiver, `nil` for a function.
    ///   - name: The span of the call's name.
    ///   - bindings: The bindings of the signature before the arguments are checked.
    /// - Throws: The problem of an overload; of several problems, the one farthest to the right.
    func resolve(
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
            // A whole literal may be meant as a Double, as in [0.5].publisher.reduce(0, +).
            for asDouble in candidate.hasOpenNumber(in: arguments) ? [false, true] : [false] {
                do {
                    return try state.attempt { () throws(Problem) in
                        try apply(candidate, receiver: receiver, arguments, name, bindings, asDouble: asDouble)
                    }
                } catch {
                    if farthest.map({ error.span.start > $0.span.start }) ?? true { farthest = error }
                }
            }
        }
        throw farthest ?? Problem(name, "this cannot be called like this")
    }

    /// The overloads whose labels fit.
    ///
    /// - Throws: If none do, the problem of the overload that fits the most arguments.
    func candidates(
        _ overloads: [Overload], _ arguments: [CallArgument], _ name: Span
    ) throws(Problem) -> (Candidate, others: [Candidate]) {
        var first: Candidate?
        var others: [Candidate] = []
        var farthest: (mismatch: Assignment.Mismatch, signature: Signature)?
        for overload in overloads {
            do {
                let assignment = try Assignment(arguments, to: overload.signature, isPartial: state.probe != nil)
                let candidate = Candidate(overload: overload, indices: assignment.indices)
                if first == nil { first = candidate } else { others.append(candidate) }
            } catch {
                if farthest.map({ error.progress > $0.mismatch.progress }) ?? true { farthest = (error, overload.signature) }
            }
        }
        if let first { return (first, others) }
        throw farthest.map { $0.mismatch.problem(of: arguments, to: $0.signature, name: name) }
            ?? Problem(name, "this cannot be called like this")
    }

    /// Checks the arguments of one overload: values first, so that the types of closures' parameters are known.
    private func apply(
        _ candidate: Candidate, receiver: TermPart?, _ arguments: [CallArgument], _ name: Span, _ bound: Bindings, asDouble: Bool
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
            for (position, index) in candidate.indices.enumerated() where arguments[position].isClosure == takesFunctions {
                let (value, parameter) = (arguments[position].value, signature.parameters[index])
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
        try ConstraintChecker.check(signature, &bindings, name)
        return try CallBuilder(state: state)
            .build(candidate.overload, parts, name: name, bindings: bindings, written: arguments)
    }

    private func argument(
        _ expression: Expression, _ parameter: Parameter, _ owner: String, _ bindings: inout Bindings, asDouble: Bool
    ) throws(Problem) -> Typed {
        if case .function(let parameters, let result, let canThrow) = parameter.type.unwrappedFunction {
            return try ClosureChecker(state: state, owner: owner, parameters: parameters, result: result, canThrow: canThrow)
                .check(expression, &bindings)
        }
        let isOpen = asDouble && parameter.type.isVariable && expression.isNumber
        let value = try ValueChecker(state: state).check(expression, isOpen ? .double : bindings.resolve(parameter.type))
        let known = bindings
        return try value.fitted(to: parameter.type, &bindings, expression.span) {
            "'\(parameter.label ?? parameter.name)' of '\(owner)' must be \(known.close(parameter.type)), but is \($0)"
        }
    }
}

/// An overload that may fit a call, with the call's arguments assigned to its parameters.
struct Candidate {
    let overload: Overload
    /// The index of each argument's parameter.
    let indices: [Int]

    /// Whether closures and implicit members match the overload's parameters.
    func fitsShape(of call: [CallArgument]) -> Bool {
        zip(indices, call).allSatisfy { fits(overload.signature.parameters[$0].type, $1.value) }
    }

    /// Whether a generic parameter gets an integer literal.
    func hasOpenNumber(in call: [CallArgument]) -> Bool {
        zip(indices, call).contains { index, argument in
            overload.signature.parameters[index].type.isVariable && argument.value.isNumber && !argument.value.hasFraction
        }
    }

    private func fits(_ type: ValueType, _ value: Expression) -> Bool {
        switch value {
        case .closure, .function: type.isFunction
        case _ where value.isImplicitMember: takesMembers(type)
        case .null, .name, .member: true
        // A whole literal may be a Double, but one with a fraction cannot be an Int.
        case .double: type != .int && !type.isFunction
        default: !type.isFunction
        }
    }

    private func takesMembers(_ type: ValueType) -> Bool {
        switch type {
        case .plain(.duration), .plain(.demand), .plain(.scheduler), .plain(.mode), .plain(.prefetch), .whenFull, .grouping,
            .completion, .plain(.moment), .variable:
            true
        case .optional(let wrapped): takesMembers(wrapped)
        default: false
        }
    }
}

/// Checks the `where` clause of a signature.
enum ConstraintChecker {
    /// - Parameter name: The span of the call's name.
    static func check(_ signature: Signature, _ bindings: inout Bindings, _ name: Span) throws(Problem) {
        for constraint in signature.constraints {
            switch constraint {
            case .equatable(let type): try require(bindings.close(type), \.isEquatable, "Equatable", "==", signature, name)
            case .comparable(let type): try require(bindings.close(type), \.isComparable, "Comparable", "<", signature, name)
            case .error(let type):
                let type = bindings.close(type)
                guard type.isError || type == .never else {
                    throw Problem(name, "'\(signature.name)' needs an error, but got \(type)", notes: [signature.text])
                }
            case .sameFailure(let number, let other): try join(number, other, signature, &bindings, name)
            }
        }
    }

    private static func require(
        _ type: ValueType, _ rule: (ValueType) -> Bool, _ word: String, _ sign: String, _ signature: Signature, _ name: Span
    ) throws(Problem) {
        guard !rule(type) else { return }
        let hasBy = OperatorTable.overloads[signature.name]?.contains { $0.signature.parameters.first?.label == "by" } == true
        let hint = hasBy ? "; say how with '\(signature.name)(by:)'" : ""
        throw Problem(
            name, "'\(signature.name)' needs values that '\(sign)' can compare, but \(type) is not \(word)\(hint)",
            notes: [signature.text])
    }

    private static func join(
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
