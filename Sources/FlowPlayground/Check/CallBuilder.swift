import FlowOperators

/// Makes a term, and a stage, from a call with checked arguments.
struct CallBuilder {
    let state: CheckState

    /// - Parameters:
    ///   - parts: The receiver, if any, and a value for each parameter.
    ///   - written: The arguments as written.
    func build(
        _ overload: Overload, _ parts: [TermPart], name: Span, bindings: Bindings, written: [CallArgument] = []
    ) throws(Problem) -> Typed {
        try CallBuilder.checkLiterals(overload, parts)
        let type = bindings.close(overload.signature.result)
        var output = ValueType.unknown
        if case .publisher(let sent, _, _) = type { output = sent }
        if overload.role == .input, !output.isKnown {
            throw Problem(name, "write the types of what it sends, for example PassthroughSubject<Int, Never>()")
        }
        if overload.role == .wait, !state.frames.isEmpty {
            throw Problem(name, "time can only pass between the statements of the chain itself")
        }
        state.calls.append(ResolvedCall(overload: overload, span: name, type: type))
        let stage = addStage(overload, name, written, parts, output)
        let isEndless = CallBuilder.isEndless(overload, parts)
        if overload.role == .sink || overload.role == .pausableSink { state.isEndless = state.isEndless || isEndless }
        let origin = overload.role == .transparent ? parts.first?.value.origin : stage
        var typed = Typed(
            .call(overload, parts, CallSite(span: name, stage: stage, output: output)), type,
            origin: type.isPublisher ? origin : nil, isEndless: isEndless)
        typed.isSequence = CallBuilder.isSequence(overload, parts)
        return typed
    }

    /// The operators that turn the publisher of a sequence into the publisher of another sequence.
    private static let sequenceOperators: Set<OperatorID> = [
        .map, .compactMap, .filter, .removeDuplicates, .dropFirst, .dropWhile, .prefix, .prefixWhile, .append, .prepend,
        .replaceNil,
    ]

    private static func isSequence(_ overload: Overload, _ parts: [TermPart]) -> Bool {
        guard overload.role == .stage, let receiver = overload.signature.receiver else { return false }
        if !receiver.isPublisher { return overload.operation == .publisher && !receiver.isOptional }
        return parts[0].value.isSequence && sequenceOperators.contains(overload.operation)
    }

    private func addStage(
        _ overload: Overload, _ name: Span, _ written: [CallArgument], _ parts: [TermPart], _ output: ValueType
    ) -> Int? {
        switch overload.role {
        case .value, .transparent, .wait: return nil
        case .stage, .source, .input, .buffer, .sink, .pausableSink: break
        }
        state.stages.append(
            ChainStage(
                overload: overload, span: name, source: state.source,
                arguments: written.isEmpty ? nil : written[0].labelSpan.to(written[written.count - 1].value.span),
                isInner: !state.frames.isEmpty, inputs: parts.compactMap(\.value.origin), output: output))
        return state.stages.count - 1
    }

    private static func isEndless(_ overload: Overload, _ parts: [TermPart]) -> Bool {
        if overload.isEndless { return true }
        guard !overload.mayEndEarly, parts.contains(where: { $0.value.isEndless }) else { return false }
        // A zip ends with the first of its streams.
        let isZip = overload.operation == .zip
        return !isZip || parts.allSatisfy { $0.value.isEndless || $0.value.origin == nil && !$0.value.type.isPublisher }
    }

    /// Checks literal arguments against the operator's limits.
    private static func checkLiterals(_ overload: Overload, _ parts: [TermPart]) throws(Problem) {
        if let literalError = overload.literalError, let literal = parts[0].value.term.literal,
            let message = literalError(literal)
        {
            throw Problem(parts[0].span, message)
        }
        let signature = overload.signature
        let first = signature.receiver == nil ? 0 : 1
        for (index, limit) in overload.limits.enumerated() {
            guard let limit, let value = parts[first + index].value.term.literal,
                let problem = limit.problem(with: value, of: signature.parameters[index].name)
            else { continue }
            throw Problem(parts[first + index].span, problem, notes: [signature.text])
        }
    }
}
