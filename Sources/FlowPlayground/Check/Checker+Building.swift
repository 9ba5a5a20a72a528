extension Checker {
    /// Makes a call of an operator whose arguments are checked, and a stage of it where it is one.
    mutating func build(
        _ overload: Overload, receiver: Receiver?, name: Span, arguments: [Receiver], bindings: Bindings, detail: String = ""
    ) throws(Problem) -> Typed {
        let parts = (receiver.map { [$0] } ?? []) + arguments
        try checkLiterals(overload, parts, hasReceiver: receiver != nil)
        let type = bindings.close(overload.signature.result)
        var output = ValueType.unknown
        if case .publisher(let sent, _, _) = type { output = sent }
        if overload.role == .input, !ChainInput.takes(output) {
            throw Problem(name, "values of \(output) cannot be typed; write the types, as PassthroughSubject<Int, Never>()")
        }
        choices[name.start] = Choice(overload: overload, span: name, type: type)
        let stage = add(overload, name, detail, parts.map(\.value), output)
        let place = CallPlace(span: name, arguments: parts.map(\.span), stage: stage, output: output)
        let isEndless = isEndless(overload, parts.map(\.value))
        if overload.role == .sink || overload.role == .pausableSink { self.isEndless = self.isEndless || isEndless }
        let origin = overload.role == .transparent ? receiver?.value.origin : stage
        return Typed(
            .call(overload, parts.map(\.value.term), place), type, origin: type.isPublisher ? origin : nil, isEndless: isEndless)
    }

    private mutating func add(_ overload: Overload, _ name: Span, _ detail: String, _ parts: [Typed], _ output: ValueType) -> Int?
    {
        guard overload.role != .value, overload.role != .transparent else { return nil }
        let inputs = parts.compactMap(\.origin)
        for input in inputs {
            if overload.role != .sink, overload.role != .pausableSink { stages[input].isLinked = true }
            stages[input].uses += 1
        }
        stages.append(
            ChainStage(
                name: overload.signature.name, span: name, detail: detail, isInner: !frames.isEmpty, role: overload.role,
                inputs: inputs, hasUpstream: overload.signature.receiver?.isPublisher == true, output: output))
        return stages.count - 1
    }

    private func isEndless(_ overload: Overload, _ parts: [Typed]) -> Bool {
        if overload.isEndless { return true }
        let streams = parts.filter { $0.origin != nil || $0.type.isPublisher }
        guard !overload.ends, !streams.isEmpty else { return false }
        // A zip ends with the first of its streams that does.
        if overload.signature.name == "zip" { return streams.allSatisfy(\.isEndless) }
        return streams.contains(where: \.isEndless)
    }

    // MARK: Literals

    private func checkLiterals(_ overload: Overload, _ parts: [Receiver], hasReceiver: Bool) throws(Problem) {
        guard overload.refuse != nil || !overload.limits.isEmpty else { return }
        let literals = parts.map { $0.value.term.literal }
        if let refuse = overload.refuse, let (index, message) = refuse(literals) { throw Problem(parts[index].span, message) }
        for (index, parameter) in overload.signature.parameters.enumerated() {
            let place = hasReceiver ? index + 1 : index
            guard let limit = overload.limits[parameter.name], let value = literals[place],
                let problem = limit.problem(with: value, of: parameter.name)
            else { continue }
            throw Problem(parts[place].span, problem, notes: [overload.signature.text])
        }
    }
}
