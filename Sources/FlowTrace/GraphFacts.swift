import FlowOperators

/// The facts of one operator instance.
public struct NodeFact: Hashable, Sendable {
    /// The effect of a node on the values that it passes.
    public typealias Role = OperatorRole

    public let id: NodeID
    /// Its effect on values.
    public let role: Role
    /// Which operator it is.
    public let operation: OperatorID
    /// Its arguments, as far as the facts below do not include them: `0.1 s`. May be empty.
    public var detail: String
    /// Its capacity; `nil` if it holds nothing, or has no limit.
    public var capacity: Int?
    /// Its policy when full; `nil` if it has no limit, or that is not known.
    public var overflow: OverflowPolicy?
    /// How it asks for the values that it holds; `nil` if it holds none, or that is not known.
    public var prefetch: Prefetch?
    /// Where in the source its output was labelled; `nil` if it was not.
    public var location: CodeLocation?
    /// Whether it is a subject whose every `send` is recorded, even of a value without demand.
    public var tellsSends = false

    /// The operator's name as a Swift developer writes it: `buffer`, `receive(on:)`, `sink`.
    public var name: String { operation.name }

    /// Whether it is a stream of tasks, which records the fate of each value.
    package var isStream: Bool { operation.recordsEach }

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

    /// Creates a fact by name: of an operator of the catalogue, in any spelling that it knows, or of another.
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
    /// Which signals the edge reports.
    public enum Role: String, Hashable, Sendable {
        /// The attempts of a source: offered, dropped, finished, failure.
        case source
        /// The buffer of a node: buffered, unbuffered, dropped.
        case store
        /// The signals between two nodes: subscribed, request, value, returned, finished, failure, cancel, state.
        case link
    }

    public let id: EdgeID
    /// Which signals it reports.
    public let role: Role
    /// The given name of the probe, or that of the operator above; further edges of one name have a number.
    public var label: String
    /// The label that the traced program gave it, without a number; `nil` if it gave none.
    public var givenLabel: String?
    /// The node above, or the node itself for a source or a store; `nil` if it is not known.
    public var upstream: NodeID?
    /// The node below, `nil` if it is not known.
    public var downstream: NodeID?
    /// The source location of its label; `nil` if it has none.
    public var location: CodeLocation?
    /// The type of its values, without modules: `[String]`; `nil` if it is not known.
    public var valueType: String?
    /// Doubts about its facts; only edges of the tracer have doubts.
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

    /// The last number for which an event has room. All later edges share it.
    package static let last: UInt32 = 1 << 28 - 1

    /// Wraps a number read from a trace.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static func < (lhs: EdgeID, rhs: EdgeID) -> Bool { lhs.rawValue < rhs.rawValue }

    public var description: String { "edge \(rawValue)" }
}

/// Why an edge cannot be trusted in everything.
public struct EdgeUncertainty: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its pipeline was subscribed before tracing began, or records of it were overwritten in a ring: its counters, or something
    /// around it, are missing.
    public static let incomplete = EdgeUncertainty(rawValue: 1)
    /// One subscriber object has several publishers at once. The sum over them is right; which of them sent a value is a guess.
    public static let ambiguousSubscriber = EdgeUncertainty(rawValue: 2)
    /// One subscription object was handed to several subscribers: their requests are counted for the newest of them.
    public static let sharedSubscription = EdgeUncertainty(rawValue: 4)
    /// Its operator subscribed to something itself and passes its values on; no record shows that the one feeds the other.
    public static let fedApart = EdgeUncertainty(rawValue: 8)
}

/// A line of the traced program's source.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
    /// Module and file, as `#fileID` has them.
    public let fileID: String
    /// The line, from 1.
    public let line: Int

    public init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    /// `File.swift:12`.
    public var short: String { description.split(separator: "/").last.map(String.init) ?? "" }
}
