import FlowOperators

/// The facts of one operator instance.
public struct NodeFact: Hashable, Sendable {
    /// The effect of a node on its values.
    public typealias Role = OperatorRole

    public let id: NodeID
    /// Its effect on values.
    public let role: Role
    /// The operator.
    public let operation: OperatorID
    /// Its arguments without the facts below, such as `0.1 s`. May be empty.
    public var detail: String
    /// Its capacity; `nil` if it has no buffer, or no limit.
    public var capacity: Int?
    /// Its policy when full; `nil` if it has no limit, or if unknown.
    public var overflow: OverflowPolicy?
    /// The way in which it requests the values of its buffer; `nil` if it has no buffer, or if unknown.
    public var prefetch: Prefetch?
    /// The source location of its output's label; `nil` without a label.
    public var location: CodeLocation?
    /// The place that the stack of its creation, or of its first subscription, tells; `nil` if unknown.
    public var place: SourcePlace?
    /// The place that called the function of ``place``, by the same stack; `nil` if unknown.
    public var caller: SourcePlace?
    /// Whether it is a subject that records every `send`, even of a value without demand.
    public var recordsSends = false

    /// Whether it may have a size: it holds values that wait for demand, or drops them for lack of it.
    package var mayBeSized: Bool { role == .buffer || role == .source }

    /// The operator's name as a Swift developer writes it: `buffer`, `receive(on:)`, `sink`.
    public var name: String { operation.name }

    /// Whether it is a stream of Swift concurrency, which records the fate of each value.
    package var isStream: Bool { operation.recordsEach }

    /// Whether it belongs to a connection, whose address names it: stages of several connections are alike.
    package var isOfConnection: Bool { operation.isOfConnection }

    public init(
        id: NodeID, role: Role, _ operation: OperatorID, detail: String = "", capacity: Int? = nil,
        overflow: OverflowPolicy? = nil,
        prefetch: Prefetch? = nil, location: CodeLocation? = nil
    ) {
        self.id = id
        self.role = role
        self.operation = operation
        self.detail = detail
        self.capacity = capacity
        self.overflow = overflow
        self.prefetch = prefetch
        self.location = location
    }

    /// Creates a fact by the operator's name, in any spelling that the catalogue knows. Another name is that of an unknown
    /// operator.
    public init(
        id: NodeID, role: Role, name: String, detail: String = "", capacity: Int? = nil, overflow: OverflowPolicy? = nil,
        prefetch: Prefetch? = nil, location: CodeLocation? = nil
    ) {
        self.init(
            id: id, role: role, OperatorID(name), detail: detail, capacity: capacity, overflow: overflow, prefetch: prefetch,
            location: location)
    }
}

/// Names one operator instance in the stream graph.
///
/// Ids are small and sequential within one ``Recorder``, starting at 1.
public struct NodeID: Hashable, Comparable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number, from 1.
    public let rawValue: UInt32

    /// Wraps a number read from a trace.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static func < (lhs: NodeID, rhs: NodeID) -> Bool { lhs.rawValue < rhs.rawValue }

    public var description: String { "node \(rawValue)" }
}

/// The facts of one edge.
public struct EdgeFact: Hashable, Sendable {
    /// The signals that an edge reports.
    public enum Role: String, Hashable, Sendable {
        /// The attempts of a source: offered, dropped, finished, failure.
        case source
        /// The buffer of a node: buffered, unbuffered, dropped.
        case store
        /// The signals between two nodes: subscribed, request, value, returned, finished, failure, cancel, state.
        case link
    }

    public let id: EdgeID
    /// The signals that it reports.
    public let role: Role
    /// The given name of the probe, or the name of the upstream operator; further edges of one name have a number.
    public var label: String
    /// The label given by the traced program, without a number; `nil` if there is none.
    public var givenLabel: String?
    /// The upstream node, or the node itself for a source or a store; `nil` if unknown.
    public var upstream: NodeID?
    /// The downstream node; `nil` if unknown.
    public var downstream: NodeID?
    /// The source location of its label; `nil` if it has none.
    public var location: CodeLocation?
    /// The place that the stack of its subscription, or of the creation of the stream that it feeds, tells; `nil` if unknown.
    public var place: SourcePlace?
    /// The first places that fed the stream below, in the order of their first values.
    public var fedAt: [SourcePlace] = []
    /// The number of further places that fed it.
    public var moreFedAt = 0
    /// The place that ended the stream below, if it had fed no value, or ended it with an error; `nil` if unknown.
    public var endedAt: SourcePlace?
    /// The test that subscribed, or made the stream that it feeds; `nil` if it was none, or unknown.
    public var test: SuiteTest?
    /// The executor on which its consumer, a task, asked for the first value; `nil` if unknown.
    public var executor: TracedExecutor?
    /// The type of its values, without modules: `[String]`; `nil` if unknown.
    public var valueType: String?
    /// The uncertainty of its facts; only edges of the tracer have any.
    public var doubts: EdgeUncertainty

    public init(
        id: EdgeID, role: Role, label: String, givenLabel: String? = nil, upstream: NodeID? = nil, downstream: NodeID? = nil,
        location: CodeLocation? = nil, valueType: String? = nil, doubts: EdgeUncertainty = []
    ) {
        self.id = id
        self.role = role
        self.label = label
        self.givenLabel = givenLabel
        self.upstream = upstream
        self.downstream = downstream
        self.location = location
        self.valueType = valueType
        self.doubts = doubts
    }
}

/// Names an edge of the stream graph: a subscription, or the store or source a node reports for itself.
///
/// Ids are small and sequential within one ``Recorder``, starting at 1, so that a trace reads the same every run.
public struct EdgeID: Hashable, Comparable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number, from 1.
    public let rawValue: UInt32

    /// The largest number that fits an event. All later edges share it.
    package static let last: UInt32 = 1 << 28 - 1

    /// Wraps a number read from a trace.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static func < (lhs: EdgeID, rhs: EdgeID) -> Bool { lhs.rawValue < rhs.rawValue }

    public var description: String { "edge \(rawValue)" }
}

/// The reasons why the records of an edge are uncertain.
public struct EdgeUncertainty: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its pipeline was subscribed before tracing began, or records of it were overwritten in a ring. So its counters, or some of
    /// its surroundings, are missing.
    public static let incomplete = EdgeUncertainty(rawValue: 1)
    /// One subscriber object has several publishers. The total of their values is exact; the sender of each value is a guess.
    public static let ambiguousSubscriber = EdgeUncertainty(rawValue: 2)
    /// One subscription object was handed to several subscribers: their requests count for the newest subscriber.
    public static let sharedSubscription = EdgeUncertainty(rawValue: 4)
    /// Its operator passes on values of a separate subscription; no record links the two.
    public static let fedApart = EdgeUncertainty(rawValue: 8)
}

/// A line of the traced program's source.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
    /// Module and file, as in `#fileID`.
    public let fileID: String
    /// The line, from 1.
    public let line: Int

    public init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// `Module/File.swift:12`, and `File.swift:12` of a file that `flowviz try` compiled: its module is none of the user's.
    public var description: String {
        let parts = fileID.split(separator: "/", maxSplits: 1)
        return parts.count > 1 && TriedModule.names.contains(String(parts[0])) ? "\(parts[1]):\(line)" : "\(fileID):\(line)"
    }

    /// `File.swift:12`.
    public var short: String { description.split(separator: "/").last.map(String.init) ?? "" }
}
