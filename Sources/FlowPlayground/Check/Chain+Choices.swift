extension Chain {
    /// What the checker made of a call, by what is called.
    func choice(of callee: Expression) -> Choice? {
        switch callee {
        case .name(_, _, let span), .implicitMember(_, let span): choice(at: span)
        case .member(.name(let space, _, let start), _, let span) where OperatorTable.namespaces.contains(space):
            choice(at: start) ?? choice(at: span)
        case .member(_, _, let span): choice(at: span)
        default: nil
        }
    }

    private func choice(at span: Span) -> Choice? {
        choices.last { $0.span.start == span.start }
    }

    /// The form of the operator that a value is made by last.
    func overload(of value: Expression) -> Overload? {
        switch value {
        case .call(let call): choice(of: call.callee)?.overload
        case .group(let inner, _): overload(of: inner)
        default: nil
        }
    }
}
