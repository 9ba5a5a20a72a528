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
        let sent: SignedText = "\(totals.offered) sent"
        let lost = loss(totals, "lost")
        let window = RateWindow(at: facts.moment.time)
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        let condition =
            ending(state)
            ?? (isPast
                ? "at \(Seconds.text(facts.moment.time))"
                : "\(Seconds.rate(window.rate(of: \.offered, in: facts.model.lanes[lane], at: facts.moment)))")
        return LaneGutter(
            lost ?? sent, condition, short: sent, trouble: lost, troubleShort: loss(totals),
            tone: lost == nil ? .sent : .lost)
    }

    /// `22 lost`, `nil` where nothing was; without the word where there is no room for it.
    private static func loss(_ totals: LaneTotals, _ word: String? = nil) -> SignedText? {
        guard totals.dropped > 0 else { return nil }
        return "\(.dropped) \(totals.dropped)\(word.map { " \($0)" } ?? "")"
    }

    /// `finished`, `failed`, `cancelled`; `nil` for a stream that goes on.
    static func ending(_ state: LaneState) -> SignedText? {
        switch state {
        case .idle, .live, .paused: nil
        case .finished: "\(.finished) finished"
        case .failed: "\(.failed) failed"
        case .cancelled: "\(.cancelled) cancelled"
        }
    }

    // MARK: Buffer

    private static func buffer(_ facts: StreamFacts, _ lane: Int) -> LaneGutter {
        let node = facts.model.node(ofLane: lane)
        let totals = facts.totals(lane)
        let isReplay = node?.role == .replay
        let level: SignedText = node?.capacity.map { "\(totals.held) of \($0)" } ?? "\(totals.held) held"
        let isFull = !isReplay && node?.capacity == totals.held
        let trouble: SignedText? = isFull ? "FULL" : loss(totals, "lost")
        let troubleShort = isFull ? trouble : loss(totals)
        let tone: Tone = trouble == nil ? .held : .lost
        let contents = facts.contents(lane)
        if isReplay {
            let shown: SignedText = contents.count == 0 ? "empty" : "[\(list(contents.oldest))]"
            return LaneGutter(shown, level, short: level, trouble: trouble, troubleShort: troubleShort, tone: tone)
        }
        let short: SignedText = "\(totals.held) held"
        let next: SignedText = contents.oldest.first.map { "[\($0)] next out" } ?? "empty"
        let nextShort: SignedText = contents.oldest.first.map { "[\($0)]" } ?? "empty"
        guard let capacity = node?.capacity, capacity <= 50 else {
            return LaneGutter(
                next, level, firstShort: nextShort, short: short, trouble: trouble, troubleShort: troubleShort, tone: tone)
        }
        let second = loss(totals, "dropped") ?? next
        return LaneGutter(
            isFull ? "\(level)  full" : level, second, firstShort: level, secondShort: totals.dropped > 0 ? second : nextShort,
            more: ends(contents, namesNext: totals.dropped > 0), short: short, trouble: trouble, troubleShort: troubleShort,
            tone: tone)
    }

    /// `4 5`, from four values on the first and the last.
    private static func list(_ values: [String]) -> SignedText {
        guard values.count > 3, let first = values.first, let last = values.last else {
            return "\(values.joined(separator: " "))"
        }
        return "\(first) \(.cut) \(last)"
    }

    /// The oldest and the newest value of a bounded buffer; the oldest only where the line above says something else.
    private static func ends(_ contents: BufferContents, namesNext: Bool) -> [SignedText] {
        guard let oldest = contents.oldest.first, let newest = contents.newest, contents.count > 1 else { return [] }
        return namesNext ? ["oldest first", "next out \(oldest)", "newest \(newest)"] : ["newest \(newest)"]
    }
}
