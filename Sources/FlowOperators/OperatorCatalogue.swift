/// The catalogue of operators: a row for each, in the files of `Rows/`.
///
/// To add an operator, add a case of ``OperatorID`` and a row here; everything that names, draws, accounts for and explains
/// operators reads the rows.
package enum OperatorCatalogue {
    package static let rows =
        sources + subjects + transforms + failures + filters + parts + reductions + joins + flattening + timing + backpressure
        + sharing + ends + concurrency + channels

    static let rowsOfIDs: [OperatorID: OperatorRow] = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })

    /// The operators by their spellings. If two have the same, the first row counts.
    static let ids: [String: OperatorID] = Dictionary(
        rows.flatMap { row in ([row.name] + row.spellings).map { ($0, row.id) } }, uniquingKeysWith: { first, _ in first })

    static let idsOfTypes: [String: OperatorID] = Dictionary(
        uniqueKeysWithValues: rows.flatMap { row in row.types.map { ($0, row.id) } })
}

/// Everything that is known of an operator.
package struct OperatorRow: Sendable {
    package let id: OperatorID
    /// Its name as a Swift developer writes it.
    package let name: String
    /// Its other spellings.
    package let spellings: [String]
    /// The names of the types that mean it: those of OpenCombine, of its Foundation part, and FlowCore's.
    package let types: [String]
    package let role: OperatorRole
    package let law: OperatorLaw
    /// How it keeps values, `nil` if it keeps none.
    let holding: HoldingRule?
    /// The condition that releases its held values, if it is not demand alone.
    let wait: OperatorWait?
    /// The rules that OpenCombine's is known to break, in words that follow its name.
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

/// How many values must come out of an operator, or why that is not known.
public enum OperatorLaw: Hashable, Sendable {
    case known(FlowLaw)
    /// There is no law, with the reason in words.
    case none(because: String)

    public var flow: FlowLaw? {
        if case .known(let law) = self { law } else { nil }
    }

    /// Why there is no law, in words; empty if there is one.
    package var reason: String {
        if case .none(let reason) = self { reason } else { "" }
    }

    static func law(_ family: FlowLaw.Family, keeps keeping: FlowLaw.Keeping = .nothing, makesValues: Bool = false) -> OperatorLaw
    {
        .known(FlowLaw(family, keeping, makesValues: makesValues))
    }
}

/// The condition that an operator waits for before it releases a value, if it is not demand alone.
package struct OperatorWait: Hashable, Sendable {
    /// Why a value has to stay, in words that follow the operator's name: `waits for silence`.
    package let reason: String
    /// The condition when it has come true: `the silence was long enough`.
    package let release: String

    init(_ reason: String, until release: String) {
        self.reason = reason
        self.release = release
    }
}

/// The effect of a node on the values that it passes, as far as drawing and captions need to know.
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
