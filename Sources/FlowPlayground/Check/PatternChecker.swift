import FlowTrace

/// Checks patterns, and declares what they name.
struct PatternChecker {
    let state: CheckState

    /// - Parameter isBinding: Whether names stand for parts of the value, as behind `let`.
    func match(_ pattern: Pattern, _ type: ValueType, isBinding: Bool = false) throws(Problem) -> Match {
        switch pattern {
        case .any: return .any
        case .name(let name, _):
            state.names.append(Name(text: name, value: Typed(.void, type)))
            return .name
        case .binding(let inner, _): return try match(inner, type, isBinding: true)
        case .optional(let inner, let span):
            guard case .optional(let wrapped) = type else { throw Problem(span, "'?' needs an optional, but this is \(type)") }
            return .some(try match(inner, wrapped, isBinding: isBinding))
        case .tuple(let patterns, let span): return try tuple(patterns, type, span, isBinding)
        case .member(let owner, let name, let parts, let span): return try member(owner, name, parts ?? [], type, span, isBinding)
        case .value(let value): return try equal(value, type)
        }
    }

    private func tuple(_ patterns: [Pattern], _ type: ValueType, _ span: Span, _ isBinding: Bool) throws(Problem) -> Match {
        guard case .tuple(let types) = type, types.count == patterns.count else {
            throw Problem(span, "this pattern is of \(patterns.count) values, but the value is \(type)")
        }
        var matches: [Match] = []
        for (pattern, type) in zip(patterns, types) { matches.append(try match(pattern, type, isBinding: isBinding)) }
        return .tuple(matches)
    }

    private func equal(_ expression: Expression, _ type: ValueType) throws(Problem) -> Match {
        if expression.isNull { return .null }
        let value = try ValueChecker(state: state).check(expression, type)
        switch value.type {
        case .plain(.closedRange), .plain(.range):
            guard type == .int else { throw Problem(expression.span, "a range fits an Int, but the value is \(type)") }
            return .within(value.term)
        default:
            guard let compared = OperatorRules.compared(.equal, type, value.type) else {
                throw Problem(expression.span, "this is \(value.type), but the value is \(type)")
            }
            return .equal(value.promoted(to: compared).term)
        }
    }

    private func member(
        _ owner: TypeName?, _ name: String, _ parts: [Pattern.Part], _ type: ValueType, _ span: Span, _ isBinding: Bool
    ) throws(Problem) -> Match {
        var type = type
        if let owner { type = try state.type(owner) }
        switch (type, name) {
        case (.optional, "none") where parts.isEmpty: return .null
        case (.optional(let wrapped), "some") where parts.count == 1:
            return .some(try match(parts[0].pattern, wrapped, isBinding: isBinding))
        case (.optional(let wrapped), _): return .some(try member(nil, name, parts, wrapped, span, isBinding))
        case (.generic(.completion, _), "finished") where parts.isEmpty: return .finished
        case (.generic(.completion, let types), "failure"): return .failure(try only(parts, types[0], isBinding))
        case (.generic(.result, let types), "success"): return .success(try only(parts, types[0], isBinding))
        case (.generic(.result, let types), "failure"): return .failure(try only(parts, types[1], isBinding))
        default: break
        }
        guard let info = state.info(of: type), !info.cases.isEmpty else {
            let value = try CallChecker(state: state).implicitMember(name, [], Span(span.start + 1, span.end), type)
            return .equal(value.term)
        }
        guard let index = info.enumCase(name) else {
            let hint = Suggestion.nearest(to: name, among: info.cases.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
            throw Problem(span, "\(type) has no case '\(name)'\(hint)")
        }
        let types = info.cases[index].types
        guard parts.isEmpty || parts.count == types.count else {
            throw Problem(span, "'\(name)' has \(types.count == 1 ? "1 value" : "\(types.count) values"), not \(parts.count)")
        }
        var matches: [Match] = []
        for (part, type) in zip(parts, types) { matches.append(try match(part.pattern, type, isBinding: isBinding)) }
        return .enumCase(index, matches)
    }

    /// The pattern of a case with one value.
    private func only(_ parts: [Pattern.Part], _ type: ValueType, _ isBinding: Bool) throws(Problem) -> Match {
        guard let part = parts.first else { return .any }
        guard parts.count == 1 else { throw Problem(part.pattern.span, "this case has one value") }
        return try match(part.pattern, type, isBinding: isBinding)
    }

    // MARK: Completeness

    /// Whether every value of a type fits one of the cases.
    func areAll(_ cases: [SwitchCase], _ type: ValueType) -> Bool {
        let sure = cases.filter { $0.condition == nil }
        if sure.contains(where: { $0.patterns.isEmpty || $0.patterns.contains(where: \.fitsAll) }) { return true }
        let named = Set(sure.flatMap(\.patterns).compactMap(wholeCase))
        return switch type {
        case .unknown: true
        case .bool: named.isSuperset(of: ["true", "false"])
        case .optional(let wrapped):
            named.contains("none")
                && (named.contains("some") || areAll(sure.filter { !$0.patterns.contains { wholeCase($0) == "none" } }, wrapped))
        case .generic(.completion, let types):
            named.contains("finished") && (named.contains("failure") || types[0] == .never || coversFailures(sure, types[0]))
        case .generic(.result, let types):
            named.contains("success") && (named.contains("failure") || types[1] == .never || coversFailures(sure, types[1]))
        default: state.info(of: type).map { !$0.cases.isEmpty && named.isSuperset(of: $0.cases.map(\.name)) } ?? false
        }
    }

    /// Whether the patterns within `.failure(…)` are all that there can be.
    private func coversFailures(_ cases: [SwitchCase], _ type: ValueType) -> Bool {
        let inner = cases.flatMap(\.patterns).compactMap { pattern -> SwitchCase? in
            guard case .member(_, "failure", let parts?, let span) = unbound(pattern), parts.count == 1 else { return nil }
            return SwitchCase(patterns: [parts[0].pattern], condition: nil, body: [], span: span)
        }
        return !inner.isEmpty && areAll(inner, type)
    }

    private func unbound(_ pattern: Pattern) -> Pattern {
        if case .binding(let inner, _) = pattern { unbound(inner) } else { pattern }
    }

    /// The case of which a pattern fits every value.
    private func wholeCase(_ pattern: Pattern) -> String? {
        switch unbound(pattern) {
        case .member(_, let name, let parts, _): (parts ?? []).allSatisfy(\.pattern.fitsAll) ? name : nil
        case .value(.boolean(let truth, _)): String(truth)
        case .value(.null): "none"
        case .optional(let inner, _): inner.fitsAll ? "some" : nil
        default: nil
        }
    }
}
