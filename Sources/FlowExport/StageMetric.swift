import FlowAnalysis
import FlowTrace

/// A metric that each stage has, as metrics engines know it: its name, what it means, and its samples.
public struct StageMetric: Sendable {
    public enum Kind: Sendable {
        /// Only ever grows.
        case counter
        case gauge

        /// What the names of its samples end in.
        var suffix: String { self == .counter ? "_total" : "" }
    }

    /// A number of a stage, with the label that tells it from others of the same metric.
    public struct Sample: Hashable, Sendable {
        public let label: MetricLabel?
        public let number: MetricNumber

        init(_ number: MetricNumber, _ name: String? = nil, _ value: String = "") {
            label = name.map { MetricLabel(name: $0, value: value) }
            self.number = number
        }
    }

    /// Without the ending of a counter.
    public let name: String
    public let kind: Kind
    /// What it means, in a sentence.
    public let help: String
    /// The samples of a stage; what is not known has none.
    public let samples: @Sendable (StageFigures) -> [Sample]

    /// The name of its samples.
    public var sampleName: String { name + kind.suffix }

    /// All of them.
    public static let all = [
        StageMetric(
            name: "flow_stage_values", kind: .counter, help: "Values that came to the stage, of a source those that it sent."
        ) { [Sample(.count($0.values))] },
        StageMetric(name: "flow_stage_dropped", kind: .counter, help: "Values that the stage lost, by reason.") { figures in
            DropReason.allCases.filter { figures.dropped[$0] > 0 }.map {
                Sample(.count(figures.dropped[$0]), "reason", reason($0))
            }
        },
        StageMetric(name: "flow_stage_held", kind: .gauge, help: "Values that wait in the stage.") {
            $0.present?.held.map { [Sample(.count($0))] } ?? []
        },
        StageMetric(
            name: "flow_stage_capacity", kind: .gauge, help: "How many values may wait in the stage, if there is a limit."
        ) {
            $0.present?.capacity.map { [Sample(.count($0))] } ?? []
        },
        StageMetric(
            name: "flow_stage_demand", kind: .gauge,
            help: "Values that the stage has asked for and not got yet, unless it asked for all."
        ) {
            guard let present = $0.present, present.isDemandKnown else { return [] }
            return present.demand?.count.map { [Sample(.count($0))] } ?? []
        },
        StageMetric(name: "flow_stage_oldest_seconds", kind: .gauge, help: "How long the oldest value has waited in the stage.") {
            $0.present?.oldest.map { [Sample(.seconds($0))] } ?? []
        },
        StageMetric(
            name: "flow_stage_state_seconds", kind: .counter,
            help: "How long the stage was busy, had asked and got nothing (starved), or was asked for nothing (held_back)."
        ) {
            guard let times = $0.present?.times else { return [] }
            return [("busy", times.busy), ("starved", times.starved), ("held_back", times.heldBack)].map {
                Sample(.seconds($1), "state", $0)
            }
        },
        StageMetric(name: "flow_pipeline_culprit", kind: .gauge, help: "1 if the stage holds its pipeline back, else 0.") {
            $0.isCulprit.map { [Sample(.count($0 ? 1 : 0))] } ?? []
        },
    ]

    private static func reason(_ reason: DropReason) -> String {
        switch reason {
        case .noDemand: "no_demand"
        case .noSubscriber: "no_subscriber"
        case .overflowOldest: "overflow_oldest"
        case .overflowNewest: "overflow_newest"
        case .error: "error"
        case .cancelled: "cancelled"
        case .superseded: "superseded"
        }
    }
}

/// A name and a value that tell samples of one metric apart.
public struct MetricLabel: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

/// The number of a sample.
public enum MetricNumber: Hashable, Sendable, CustomStringConvertible {
    case count(Int)
    /// A duration or a time in nanoseconds, which is written in seconds.
    case seconds(UInt64)

    public var description: String {
        switch self {
        case .count(let count): String(count)
        case .seconds(let nanoseconds): "\(TraceTime(nanoseconds: nanoseconds))"
        }
    }
}
