/// The catalogue of operators: a row for each, in the files of `Rows/`.
///
/// To add an operator, add a case of ``OperatorID`` and a row here. Names, drawing, ledgers and explanations all use the rows.
package enum OperatorCatalogue {
    package static let rows =
        sources + subjects + transforms + failures + filters + parts + reductions + joins + flattening + timing + backpressure
        + sharing + ends + concurrency + channels

    static let rowsOfIDs: [OperatorID: OperatorRow] = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })

    /// The operators by their spellings; the first row with a spelling counts.
    static let ids: [String: OperatorID] = Dictionary(
        rows.flatMap { row in ([row.name] + row.spellings).map { ($0, row.id) } }, uniquingKeysWith: { first, _ in first })

    static let idsOfTypes: [String: OperatorID] = Dictionary(
        uniqueKeysWithValues: rows.flatMap { row in row.types.map { ($0, row.id) } })
}

/// All facts about an operator.
package struct OperatorRow: Sendable {
    package let id: OperatorID
    /// Its name in Swift code.
    package let name: String
    /// Its other spellings.
    package let spellings: [String]
    /// The names of its types: in OpenCombine, in its Foundation part, and in FlowCore.
    package let types: [String]
    package let role: OperatorRole
    package let law: OperatorLaw
    /// Its holding rule; `nil` if it holds nothing.
    let holding: HoldingRule?
    /// The condition for the release of its held values, if demand alone does not suffice.
    let wait: OperatorWait?
    /// The known violations of OpenCombine's operator, in words that follow its name.
    let knownViolations: [RuleNumber: String]

    init(
        _ id: OperatorID, _ name: String, or spellings: String..., types: [String] = [], role: OperatorRole = .transform,
        law: OperatorLaw, holds: HoldingRule? = nil, waits: OperatorWait? = nil, breaks: [RuleNumber: String] = [:]
    ) {
        self.id = id
        self.name = name
        self.spellings = spellings
        self.types = types
        self.role = role
        self.law = law
        holding = holds
        wait = waits
        knownViolations = breaks
    }
}

/// The law for the number of an operator's outputs, or the reason why there is none.
public enum OperatorLaw: Hashable, Sendable {
    case known(FlowLaw)
    /// There is no law, with the reason in words.
    case none(because: String)

    public var flow: FlowLaw? {
        if case .known(let law) = self { law } else { nil }
    }

    /// The reason why there is no law, in words; empty if there is one.
    package var reason: String {
        if case .none(let reason) = self { reason } else { "" }
    }

    static func law(_ family: FlowLaw.Family, keeps keeping: FlowLaw.Keeping = .nothing, makesValues: Bool = false) -> OperatorLaw
    {
        .known(FlowLaw(family, keeping, makesValues: makesValues))
    }
}

/// The condition for the release of a held value, if demand alone does not suffice.
package struct OperatorWait: Hashable, Sendable {
    /// The unmet condition, in words that follow the operator's name: `waits for silence`.
    package let reason: String
    /// The met condition: `the silence was long enough`.
    package let release: String

    init(_ reason: String, until release: String) {
        self.reason = reason
        self.release = release
    }
}

/// The effect of a node on its values, for drawing and captions.
public enum OperatorRole: String, Hashable, Sendable {
    /// Sends values.
    case source
    /// Holds values until they are requested.
    case buffer
    /// Holds values for later subscribers.
    case replay
    /// Paces values: requests one after each interval.
    case pace
    /// Any other operator.
    case transform
    /// Receives values at the end of the stream.
    case sink
}
