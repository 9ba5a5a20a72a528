import FlowAnalysis
import FlowModel
import FlowTrace

/// Writes what stands beside the lanes.
public enum LaneFacts {
    /// The gutter of a lane.
    ///
    /// - Parameters:
    ///   - lane: The lane's place in the model.
    ///   - isPast: Whether the moment is one looked back at; times are then absolute.
    public static func gutter(of model: StreamModel, lane: Int, at moment: Moment, isPast: Bool = false) -> LaneGutter {
        let facts = StreamFacts(model, at: moment)
        switch model.lanes[lane].spec.role {
        case .source: return source(facts, lane, isPast: isPast)
        case .buffer: return buffer(facts, lane)
        case .output: return OutputGutter(facts: facts, lane: lane).gutter()
        }
    }

    /// The gutter of the demand lane that is drawn above an output.
    ///
    /// - Parameters:
    ///   - lane: The output's place in the model.
    ///   - next: When the subscriber asks again, where that is known.
    public static func demandGutter(
        of model: StreamModel, lane: Int, at moment: Moment, next: TraceTime? = nil, isPast: Bool = false
    ) -> LaneGutter {
        DemandGutter(facts: StreamFacts(model, at: moment), lane: lane, next: next, isPast: isPast).gutter()
    }

    // MARK: Source

    private static func source(_ facts: StreamFacts, _ lane: Int, isPast: Bool) -> LaneGutter {
        let totals = facts.totals(lane)
        let sent = "\(totals.offered) sent"
        let lost = totals.dropped > 0 ? "✗ \(totals.dropped) lost" : nil
        let window = RateWindow(at: facts.moment.time)
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        let condition =
            ending(state)
            ?? (isPast
                ? "at \(Seconds.text(facts.moment.time))"
                : Seconds.rate(window.rate(of: \.offered, in: facts.model.lanes[lane], at: facts.moment)))
        return LaneGutter(
            lost ?? sent, condition, short: sent, trouble: lost, troubleShort: shortLoss(totals),
            tone: lost == nil ? .sent : .lost)
    }

    /// `✗ 22`, where there is no room for the word.
    private static func shortLoss(_ totals: LaneTotals) -> String? {
        totals.dropped > 0 ? "✗ \(totals.dropped)" : nil
    }

    /// `│ finished`, `✕ failed`, `⊘ cancelled`; `nil` for a stream that goes on.
    static func ending(_ state: LaneState) -> String? {
        switch state {
        case .idle, .live, .paused: nil
        case .finished: "│ finished"
        case .failed: "✕ failed"
        case .cancelled: "⊘ cancelled"
        }
    }

    // MARK: Buffer

    private static func buffer(_ facts: StreamFacts, _ lane: Int) -> LaneGutter {
        let node = facts.model.node(ofLane: lane)
        let totals = facts.totals(lane)
        let isReplay = node?.role == .replay
        let level = node?.capacity.map { "\(totals.held) of \($0)" } ?? "\(totals.held) held"
        let isFull = !isReplay && node?.capacity == totals.held
        let trouble = isFull ? "FULL" : totals.dropped > 0 ? "✗ \(totals.dropped) lost" : nil
        let troubleShort = isFull ? trouble : shortLoss(totals)
        let tone: Tone = trouble == nil ? .held : .lost
        let contents = facts.contents(lane)
        if isReplay {
            let shown = contents.count == 0 ? "empty" : "[\(ValueList.text(contents.oldest, limit: 3))]"
            return LaneGutter(shown, level, short: level, trouble: trouble, troubleShort: troubleShort, tone: tone)
        }
        let short = "\(totals.held) held"
        let next = contents.oldest.first.map { "[\($0)] next out" } ?? "empty"
        let nextShort = contents.oldest.first.map { "[\($0)]" } ?? "empty"
        guard let capacity = node?.capacity, capacity <= 50 else {
            return LaneGutter(
                next, level, firstShort: nextShort, short: short, trouble: trouble, troubleShort: troubleShort, tone: tone)
        }
        let second = totals.dropped > 0 ? "✗ \(totals.dropped) dropped" : next
        return LaneGutter(
            isFull ? level + "  full" : level, second, firstShort: level, secondShort: totals.dropped > 0 ? second : nextShort,
            more: ends(contents, namesNext: totals.dropped > 0), short: short, trouble: trouble, troubleShort: troubleShort,
            tone: tone)
    }

    /// The oldest and the newest value of a bounded buffer; the oldest only where the line above says something else.
    private static func ends(_ contents: BufferContents, namesNext: Bool) -> [String] {
        guard let oldest = contents.oldest.first, let newest = contents.newest, contents.count > 1 else { return [] }
        return namesNext ? ["oldest first", "next out \(oldest)", "newest \(newest)"] : ["newest \(newest)"]
    }
}
