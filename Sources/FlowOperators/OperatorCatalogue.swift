/// The catalogue of operators: a row for each, in the files of `Rows/`.
///
/// A further operator is a case of ``OperatorID`` and a row here; what names, draws, accounts for and explains operators reads the rows.
package enum OperatorCatalogue {
    /// Every row.
    package static let rows =
        sources + subjects + transforms + failures + filters + parts + reductions + joins + flattening + timing + backpressure
        + sharing + ends

    static let rowsOfIDs: [OperatorID: OperatorRow] = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })

    /// The operators by what they are called; where two are called the same, the one whose row comes first.
    static let ids: [String: OperatorID] = Dictionary(
        rows.flatMap { row in ([row.name] + row.spellings).map { ($0, row.id) } }, uniquingKeysWith: { first, _ in first })

    static let idsOfTypes: [String: OperatorID] = Dictionary(
        uniqueKeysWithValues: rows.flatMap { row in row.types.map { ($0, row.id) } })
}

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

/// What an operator waits for before it lets go of a value that it holds, where demand alone does not decide.
package struct OperatorWait: Hashable, Sendable {
    /// Why a value has to stay, as a sentence goes on after the operator's name: `waits for silence`.
    package let reason: String
    /// What has let it go: `the silence was long enough`.
    package let release: String

    init(_ reason: String, until release: String) {
        self.reason = reason
        self.release = release
    }
}

/// What a node does to the values it passes, as far as drawing and captions need to know.
public enum OperatorRole: String, Hashable, Sendable {
    /// Sends values.
    case source
    /// Holds values until they are asked for.
    case buffer
    /// Holds values for subscribers that come later.
    case replay
    /// Passes values on at its own pace: asks for one when its interval has passed.
    case pace
    /// Any other operator.
    case transform
    /// Receives values at the end of the stream.
    case sink
}
