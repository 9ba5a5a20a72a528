import FlowModel
import FlowWords

/// The pipelines of a program in numbers: how many are in each state, and what all of them dropped and hold.
public struct PipelineCounts: Sendable {
    public let count: Int
    /// The number of pipelines in each state that has some, the most urgent state first.
    private let states: [(word: String, count: Int)]
    public let dropped: Int
    /// The number of pipelines that dropped values.
    private let dropping: Int
    public let held: HeldCount
    /// The number of streams that ended without a reader.
    private let unread: Int
    /// The longest wait of a value, in nanoseconds.
    private let longestWait: UInt64

    public init(_ reports: some Collection<PipelineReport>) {
        count = reports.count
        let counts = Dictionary(grouping: reports, by: State.init).mapValues(\.count)
        states = counts.sorted { $0.key.rank < $1.key.rank }.map { ($0.key.word, $0.value) }
        dropped = reports.map(\.lost).reduce(0, +)
        unread = reports.reduce(0) { $0 + ($1.lives?.unread ?? 0) }
        longestWait = reports.lazy.compactMap(\.longestWait).max() ?? 0
        dropping = reports.count { $0.lost > 0 }
        let held = reports.map(\.heldNow)
        self.held = HeldCount(held.map(\.count).reduce(0, +), isLeast: held.contains(where: \.isLeast))
    }

    /// The state of a pipeline at the moment. A stage that stalls others and a source that sends nothing are told apart: the
    /// pipeline below a silent source is well.
    private struct State: Hashable {
        private static let order: [Verdict.Kind] = [
            .stalled, .dropping, .unread, .failed, .heldBack, .leakingDemand, .waitingForSource, .unknown, .flowing, .finished,
            .cancelled,
        ]

        private let kind: Verdict.Kind
        private let isSilent: Bool
        private let isLetGo: Bool

        init(_ report: PipelineReport) {
            (kind, isLetGo) = (report.verdict.kind, report.verdict.isLetGo)
            isSilent = kind == .stalled && !report.verdict.isStuck
        }

        var word: String { isSilent ? "silent" : isLetGo ? Ended.letGo : kind.word }

        /// Silent sources come after what holds others back, and streams that were let go after cancelled ones.
        var rank: Int {
            let kind = isSilent ? Verdict.Kind.leakingDemand : kind
            return 2 * (State.order.firstIndex(of: kind) ?? State.order.count) + (isSilent || isLetGo ? 1 : 0)
        }
    }

    /// `52 pipelines: 9 failed, 25 finished, 18 cancelled; 1 value dropped in 1 pipeline; nothing held`.
    public var words: String {
        let lost = dropped == 0 ? "nothing dropped" : "\(droppedWords) in \(dropping) \(dropping == 1 ? "pipeline" : "pipelines")"
        let kept = held.count == 0 ? held.isLeast ? nil : "nothing held" : "\(held.ofValues) held"
        let head = "\(count) \(count == 1 ? "pipeline" : "pipelines"): \(kindWords)"
        return [head, lost, kept].compactMap(\.self).joined(separator: "; ")
    }

    /// Whether nothing in them needs a look: each stream had a reader.
    package var isWell: Bool { unread == 0 }

    /// `2 of them dropped 3 values`, `4 streams never read`, `waits of up to 14 ms`.
    package var remarks: [String] {
        [
            dropping == 0 ? nil : "\(dropping) of them dropped \(dropped) \(dropped == 1 ? "value" : "values")",
            unread == 0 ? nil : "\(unread) \(unread == 1 ? "stream" : "streams") never read",
            longestWait == 0 ? nil : "waits of up to \(Seconds.duration(nanoseconds: longestWait))",
        ].compactMap(\.self)
    }

    /// `9 failed, 25 finished`.
    public var kindWords: String { states.map { "\($0.count) \($0.word)" }.joined(separator: ", ") }

    /// `1 value dropped`.
    private var droppedWords: String { "\(dropped) \(dropped == 1 ? "value" : "values") dropped" }
}
