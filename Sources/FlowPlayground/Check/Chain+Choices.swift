extension Chain {
    /// What the checker made of a call, by what is called.
    func choice(of callee: Expression) -> Choice? {
        switch callee {
        case .name(_, _, let span), .implicitMember(_, let span): choices[span.start]
        case .member(.name(let space, _, let start), _, let span) where OperatorTable.namespaces.contains(space):
            choices[start.start] ?? choices[span.start]
        case .member(_, _, let span): choices[span.start]
        default: nil
        }
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
