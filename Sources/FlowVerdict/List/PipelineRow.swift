import FlowModel
import FlowTrace

/// A pipeline in the list, with its report at the moment of the list.
public struct PipelineRow: Sendable {
    public var summary: PipelineSummary
    /// The report on it; `nil` if the trace before the moment is not measured.
    public package(set) var report: PipelineReport?
    /// The name of its program, if several are listed together.
    public var program: String?
    public let time: TraceTime

    public init(_ summary: PipelineSummary, _ report: PipelineReport?, program: String? = nil, at time: TraceTime) {
        (self.summary, self.report, self.program, self.time) = (summary, report, program, time)
    }

    public var id: PipelineID { summary.id }

    public var verdict: Verdict? { report?.verdict }

    /// Its trouble. Without a report, its state and its counts tell.
    public var trouble: Trouble { urgency.trouble }

    var urgency: Urgency {
        if let report { return report.urgency }
        let hasLost = summary.dropped > 0
        let trouble: Trouble =
            switch summary.state {
            case .failed: hasLost ? .dropping : .failed
            case .finished, .cancelled, .letGo: hasLost ? .dropping : .over
            case .idle, .live, .paused: hasLost ? .dropping : summary.held.count > 0 ? .waiting : .flowing
            }
        return Urgency(
            trouble: trouble, isOver: isOver, held: summary.held.count, lost: summary.dropped, edge: summary.id.edge)
    }

    /// Whether it has ended.
    public var isOver: Bool {
        switch summary.state {
        case .finished, .failed, .cancelled, .letGo: true
        case .idle, .live, .paused: verdict?.end != nil
        }
    }

    /// Whether it ended with a failure.
    public var hasFailed: Bool {
        if case .failed = summary.state { return true }
        return verdict?.kind == .failed
    }

    /// The time since its first event or, if it has ended, its life up to its end and its last loss; in nanoseconds.
    public var life: UInt64 {
        let end = isOver ? [verdict?.end ?? summary.state.end, summary.lastDrop].compactMap(\.self).max() ?? time : time
        return end > summary.began ? end - summary.began : 0
    }

    /// The stage that has held the most values, among the stages that keep any.
    private var fullest: StageReport? {
        report?.stages.filter { $0.held != nil }.max { $0.highest < $1.highest }
    }

    /// The maximum number of values that one of its stages has held, an earlier stream in its place included.
    public var peak: Int { fullest?.highest ?? 0 }

    /// The limit of that stage; `nil` for none, or if no stage keeps values.
    public var limit: Int? { fullest?.capacity }

    /// The longest wait of a value in one of its stages, or in an earlier stream in its place, in nanoseconds; `nil` if none is known.
    public var longestWait: UInt64? { report?.longestWait }

    /// The growth of the values its stages hold, in values a second, over the last ten seconds or the life of one that has ended; `nil` if
    /// it is unknown.
    public var growth: Double? {
        guard let growths = report?.stages.compactMap(\.growth), !growths.isEmpty else { return nil }
        return growths.reduce(0, +)
    }

    /// Its place in the source: that of its failure, or else the first known place of its stages; `nil` if none is known.
    public var place: SourcePlace? { report?.failedPlace ?? summary.place }

    /// The line of source of the stage to blame, or else the first line known of its stages; `nil` if none is known.
    public var blamedLine: CodeLocation? {
        report?.culprit?.place?.location ?? place?.location
            ?? report?.stages.lazy.compactMap(\.place?.location).first
    }

    /// The words for its state by which a filter finds it.
    var states: Set<String> {
        var words: Set<String> = [isOver ? "over" : "live"]
        if let kind = verdict?.kind { words.formUnion([kind.word, kind.rawValue].map { $0.lowercased() }) }
        switch summary.state {
        case .failed: words.insert("failed")
        case .finished: words.insert("finished")
        case .cancelled: words.insert("cancelled")
        case .letGo: words.formUnion(["letgo", "cancelled"])
        case .paused: words.insert("paused")
        case .idle: words.insert("idle")
        case .live: break
        }
        switch trouble {
        case .stuck: words.insert("stuck")
        case .dropping: words.insert("dropping")
        case .growing: words.insert("growing")
        case .failed: words.insert("failed")
        case .heldBack: words.formUnion(["held", "back", "heldback"])
        case .abandoned: words.insert("abandoned")
        case .silent: words.insert("silent")
        case .waiting, .flowing, .over: break
        }
        if trouble.isWrong { words.insert("wrong") }
        if let lives = summary.lives, lives.unread > 0 { words.insert("unread") }
        if words.contains("unread") { words.formUnion(["never", "read"]) }
        if summary.dropped > 0 { words.insert("dropped") }
        return words
    }
}

extension StageReport {
    /// The maximum number of values that it or an earlier stream in its place has held.
    fileprivate var highest: Int { max(peak, pastPeak) }
}
