/// What must come out of an operator, or why that cannot be said.
public enum OperatorLaw: Hashable, Sendable {
    /// It is known.
    case known(FlowLaw)
    /// There is no law, with the reason in words.
    case none(because: String)

    /// The law where there is one.
    public var flow: FlowLaw? {
        if case .known(let law) = self { law } else { nil }
    }

    /// Why there is none, in words; empty where there is one.
    package var reason: String {
        if case .none(let reason) = self { reason } else { "" }
    }

    static func law(_ family: FlowLaw.Family, keeps keeping: FlowLaw.Keeping = .nothing, makesValues: Bool = false) -> OperatorLaw
    {
        .known(FlowLaw(family, keeping, makesValues: makesValues))
    }
}
