import FlowTrace

extension Checker {
    /// The problem that a type has no such operator.
    func unknownMember(_ name: String, of type: ValueType, _ span: Span) -> Problem {
        unknownMethod(name, OperatorTable.overloads[name]?.filter { $0.signature.receiver != nil } ?? [], of: type, span)
    }

    /// The problem that a type has no such method; `others` are methods of that name of other types.
    func unknownMethod(_ name: String, _ others: [Overload], of type: ValueType, _ span: Span) -> Problem {
        if let hint = Checker.refused[name] { return Problem(span, hint) }
        let isStream = others.contains { $0.signature.receiver?.isPublisher == true }
        if isStream, hasPublisher(type) {
            return Problem(span, "\(type) has no method '\(name)'; use '.publisher.\(name)' to make it a stream")
        }
        if type.isPublisher, let overload = others.first(where: { $0.signature.receiver?.isPublisher == true }) {
            return Problem(span, unsuitable(name, overload, type), notes: [overload.signature.text])
        }
        let known = OperatorTable.overloads.filter { $0.value.contains { takes($0.signature, type) } }.keys.sorted()
        let hint = Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        if type.isPublisher { return Problem(span, "unknown operator '\(name)'\(hint)") }
        return Problem(span, "\(type) has no '\(name)'\(hint)")
    }

    private func unsuitable(_ name: String, _ overload: Overload, _ type: ValueType) -> String {
        guard let receiver = overload.signature.receiver, case .publisher(let output, let failure, _) = type,
            case .publisher(let wantedOutput, let wantedFailure, let form) = receiver
        else { return "unknown operator '\(name)'" }
        if form == .connectable { return "'\(name)' needs a connectable publisher; 'makeConnectable' makes one" }
        if wantedFailure == .never, failure != .never {
            return "'\(name)' needs a stream that cannot fail, but this one can fail with \(failure)"
        }
        return "'\(name)' needs a stream of \(Bindings().close(wantedOutput)), but this one is of \(output)"
    }

    private func takes(_ signature: Signature, _ type: ValueType) -> Bool {
        var bindings = Bindings()
        return signature.receiver.map { bindings.match($0, type) } ?? false
    }

    private func hasPublisher(_ type: ValueType) -> Bool {
        OperatorTable.overloads["publisher"]?.contains { takes($0.signature, type) } == true
    }

    /// The problem that a form would fit if the stream could not fail, `nil` where there is none.
    func cannotFail(
        _ name: String, _ methods: [Overload], _ type: ValueType, _ arguments: [CallArgument], _ span: Span
    ) -> Problem? {
        guard case .publisher(_, let failure, _) = type, failure != .never else { return nil }
        let unfit = methods.filter { overload in
            guard case .publisher(_, .plain(.never), _)? = overload.signature.receiver else { return false }
            return (try? Assignment(arguments, to: overload.signature)) != nil
        }
        guard let overload = unfit.first else { return nil }
        return Problem(
            span,
            "this stream can fail with \(failure): handle that first, as with 'replaceError' or 'catch', or take 'receiveCompletion:' too",
            notes: [overload.signature.text])
    }

    /// The forms that a type has of an operator.
    func signatures(_ name: String, of type: ValueType) -> [String] {
        (OperatorTable.overloads[name] ?? []).filter { takes($0.signature, type) }.map(\.signature.text)
    }

    /// What Swift has and a chain does not need.
    private static let refused: [String: String] = [
        "store": "'store' is not needed: subscriptions live as long as the run",
        "assign": "'assign' is not supported: there are no objects here; use 'sink'",
        "encode": "'encode' is not supported", "decode": "'decode' is not supported",
        "breakpoint": "'breakpoint' is not supported",
        "assertNoFailure": "'assertNoFailure' is not supported; use 'replaceError'",
        "send": "'send' is not supported: you send, with a key or with --send",
    ]
}
