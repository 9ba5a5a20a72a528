extension Chain {
    /// What the checker made of a call, by what is called.
    func resolvedCall(of callee: Expression) -> ResolvedCall? {
        switch callee {
        case .name(_, _, let span), .implicitMember(_, let span): call(at: span)
        case .member(.name(let space, _, let start), _, let span) where OperatorTable.namespaces.contains(space):
            call(at: start) ?? call(at: span)
        case .member(_, _, let span): call(at: span)
        default: nil
        }
    }

    private func call(at span: Span) -> ResolvedCall? {
        calls.last { $0.span.start == span.start }
    }

    /// The form of the operator that a value is made by last.
    func overload(of value: Expression) -> Overload? {
        switch value {
        case .call(let call): resolvedCall(of: call.callee)?.overload
        case .group(let inner, _): overload(of: inner)
        default: nil
        }
    }
}
