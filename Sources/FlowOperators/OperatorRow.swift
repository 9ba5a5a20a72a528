/// All that is known of an operator: a row of the catalogue.
package struct OperatorRow: Sendable {
    /// Which it is.
    package let id: OperatorID
    /// Its name as a Swift developer writes it.
    package let name: String
    /// How else it is written.
    package let spellings: [String]
    /// The types that mean it, by their own names: those of OpenCombine, of its Foundation part, and FlowCore's.
    package let types: [String]
    /// What it does in a graph.
    package let role: OperatorRole
    /// What must come out of it.
    package let law: OperatorLaw
    /// How it keeps values; `nil` where it keeps nothing.
    let holding: HoldingRule?
    /// What lets go of what it holds, where demand alone does not.
    let wait: OperatorWait?
    /// What OpenCombine's is known to break, as a sentence goes on after its name.
    let breaches: [ContractRule: String]

    init(
        _ id: OperatorID, _ name: String, or spellings: String..., types: [String] = [], role: OperatorRole = .transform,
        law: OperatorLaw, holds: HoldingRule? = nil, waits: OperatorWait? = nil, breaks: [ContractRule: String] = [:]
    ) {
        self.id = id
        self.name = name
        self.spellings = spellings
        self.types = types
        self.role = role
        self.law = law
        holding = holds
        wait = waits
        breaches = breaks
    }
}
