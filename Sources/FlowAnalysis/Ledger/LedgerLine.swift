import FlowOperators
import FlowTrace

/// Where the values of one input of a node went: in = out + held + filtered + dropped, and what is left over.
///
/// All counts are of values that came in, also where several make one that goes out.
public struct LedgerLine: Hashable, Sendable {
    /// Why nothing can be said of what is left over.
    public enum Unknown: Hashable, Sendable {
        /// The operator has no law, for the reason in words.
        case law(String)
        /// The operator keeps values, and its store does not tell which.
        case store
        /// What comes out of it is not observed.
        case output
        /// The publishers that the operator made were not seen.
        case publishers
        /// Records of it are missing.
        case records
        /// It is kept from the middle of a long trace on.
        case past
        /// Which of its edges a value came on is not known.
        case edges

        /// The words for it.
        public var name: String {
            switch self {
            case .law(let reason): reason
            case .store: "what it keeps is not told"
            case .output: "what comes out is not observed"
            case .publishers: "the publishers it made were not seen"
            case .records: "records are missing"
            case .past: "what came before is not counted"
            case .edges: "which edge its values came on is not known"
            }
        }
    }

    /// The node.
    public let node: NodeID
    /// How many values come out for those that go in; `nil` where there is no law of that.
    public let law: FlowLaw.Family?
    /// The edges that make the input; empty where only the node's own store tells of it.
    public let inputs: [EdgeID]
    /// Values that came in.
    public internal(set) var arrived = 0
    /// What of it must be accounted for: more than came in where each goes to several subscribers.
    public internal(set) var expected = 0
    /// Values that went out, or into what went out.
    public internal(set) var out = 0
    /// Values that are inside.
    public internal(set) var held = 0
    /// Values that were left out on purpose.
    public internal(set) var filtered = 0
    /// Values that were lost.
    public internal(set) var dropped = DropCounts()
    /// Values that went out and that no input brought, where the operator makes none.
    public internal(set) var unexplained = 0
    /// Why the residue is not known; `nil` where it is.
    public internal(set) var unknown: Unknown?

    init(node: NodeID, law: FlowLaw.Family?, inputs: [EdgeID]) {
        self.node = node
        self.law = law
        self.inputs = inputs
    }

    /// What is not accounted for: positive for values that vanished, negative for values from nowhere; 0 where the ledger adds up,
    /// `nil` where that is not known.
    public var residue: Int? {
        unknown == nil ? expected - out - held - filtered - dropped.total - unexplained : nil
    }
}
