import FlowModel
import FlowTrace

/// Writes the gutters beside the lanes.
public enum LaneFacts {
    /// The verb for the values of a lane: `sends`, `gets`.
    public static func verb(of model: StreamModel, lane: Int) -> String {
        let facts = StreamFacts(model, at: .start)
        return model.lanes[lane].spec.role == .source || facts.isSent(onLane: lane) ? "sends" : "gets"
    }

    /// Whether a lane's demand is that of an asynchronous iterator: 1 while its consumer waits, else 0.
    public static func isOfIterator(lane: Int, in model: StreamModel, at sequence: Int) -> Bool {
        let request = model.lanes[lane].lastMark(of: \.requests, upTo: sequence)
        return request.flatMap { model.log[sequence: $0.sequence]?.event.isNext } ?? false
    }

    /// Whether a lane leads into a stream without a reader, so that there is no demand on it.
    public static func isUnread(belowLane lane: Int, in model: StreamModel) -> Bool {
        StreamFacts(model, at: .start).isUnread(belowLane: lane)
    }

    /// The verb for a lane of held values: `holds`, or `waiting` for the producers of a channel.
    public static func verb(ofBuffer lane: Int, in model: StreamModel) -> String {
        StreamFacts(model, at: .start).isChannel(lane) ? "waiting" : "holds"
    }

    /// The gutter of a lane.
    ///
    /// - Parameters:
    ///   - model: The lanes.
    ///   - lane: The lane's index in the model.
    ///   - moment: The moment shown.
    ///   - isPast: Whether the moment is in the past, so that times are absolute.
    ///   - isAtEnd: Whether the trace ends at the moment.
    public static func gutter(
        of model: StreamModel, lane: Int, at moment: Moment, isPast: Bool = false, isAtEnd: Bool = false
    ) -> LaneGutter {
        let facts = StreamFacts(model, at: moment)
        switch model.lanes[lane].spec.role {
        case .source: return source(facts, lane, isPast: isPast)
        case .buffer: return buffer(facts, lane, isAtEnd: isAtEnd)
        case .output: return OutputGutter(facts: facts, lane: lane).gutter()
        }
    }

    /// The gutter of the demand lane above an output.
    ///
    /// - Parameters:
    ///   - model: The lanes.
    ///   - lane: The output's index in the model.
    ///   - moment: The moment shown.
    ///   - next: The time of the subscriber's next request, if known.
    ///   - isPast: Whether the moment is in the past, so that times are absolute.
    ///   - isAtEnd: Whether the trace ends at the moment.
    public static func demandGutter(
        of model: StreamModel, lane: Int, at moment: Moment, next: TraceTime? = nil, isPast: Bool = false, isAtEnd: Bool = false
    ) -> LaneGutter {
        DemandGutter(facts: StreamFacts(model, at: moment), lane: lane, next: next, isPast: isPast, isAtEnd: isAtEnd).gutter()
    }

    // MARK: Source

    private static func source(_ facts: StreamFacts, _ lane: Int, isPast: Bool) -> LaneGutter {
        let totals = facts.totals(lane)
        let runs = facts.model.separateSubscriptions(ofSource: lane)
        let sent: SignedText = "\(totals.offered) sent\(runs > 1 ? " in \(runs) runs" : "")"
        let lost = loss(totals, "dropped")
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        let asked = asked(facts, lane)
        let words = rate(facts, lane).perSecond.map { Seconds.rate($0) + (runs > 1 ? " each" : "") } ?? "no rate yet"
        let condition = ending(state) ?? asked.map { "\($0)" } ?? (isPast ? "at \(Seconds.text(facts.moment.time))" : "\(words)")
        return LaneGutter(
            lost ?? sent, condition, short: "\(totals.offered) sent", trouble: lost, troubleShort: loss(totals),
            tone: lost == nil ? .sent : .lost)
    }

    /// The rate of a source, as in its gutter; `nil` if there is none.
    public static func rate(ofSource lane: Int, in model: StreamModel, at moment: Moment) -> Double? {
        rate(StreamFacts(model, at: moment), lane).perSecond
    }

    private static func rate(_ facts: StreamFacts, _ lane: Int) -> CountedRate {
        CountedRate(
            of: \.offered, in: facts.history(lane), facts.rateWindow(lane), at: facts.moment,
            runs: facts.model.separateSubscriptions(ofSource: lane))
    }

    /// `flatMap asks 0`: the demand of the operator below a source or a buffer; `nil` if the demand has a lane, or is unlimited.
    private static func asked(_ facts: StreamFacts, _ lane: Int) -> String? {
        guard let link = facts.model.hiddenEdge(belowLane: lane, upTo: facts.sequence), !link.isOver,
            let count = link.outstanding.count
        else { return nil }
        return link.asker.map { "\(facts.model.stageName($0)) asks \(count)" } ?? "asked \(count)"
    }

    /// `22 dropped`, or only the number if `word` is `nil`; `nil` if nothing was dropped.
    private static func loss(_ totals: EdgeAccount, _ word: String? = nil) -> SignedText? {
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
        case .letGo: "\(.cancelled) let go"
        }
    }

    /// `since 1.27 s`; at the end of the trace `from 1.27 s`.
    static func since(_ time: TraceTime, isAtEnd: Bool) -> String {
        isAtEnd ? "from \(Seconds.text(time)) s" : "since \(Seconds.text(time)) s"
    }

    // MARK: Buffer

    private static func buffer(_ facts: StreamFacts, _ lane: Int, isAtEnd: Bool) -> LaneGutter {
        let node = facts.model.node(ofLane: lane)
        let totals = facts.totals(lane)
        if facts.isChannel(lane) { return producers(facts, lane, isAtEnd: isAtEnd) }
        let isReplay = node?.role == .replay
        if totals.heldIsLowerBound { return unknown(totals, capacity: node?.capacity) }
        let level: SignedText = node?.capacity.map { "\(totals.held) of \($0)" } ?? "\(totals.held) held"
        let isFull = !isReplay && node?.capacity == totals.held
        let trouble: SignedText? = isFull ? "FULL" : loss(totals, "dropped")
        let troubleShort = isFull ? trouble : loss(totals)
        let tone: Tone = trouble == nil ? .held : .lost
        let contents = facts.contents(lane)
        if isReplay {
            let shown: SignedText = contents.count == 0 ? "empty" : "[\(list(contents.oldest))]"
            return LaneGutter(shown, level, short: level, trouble: trouble, troubleShort: troubleShort, tone: tone)
        }
        let short: SignedText = "\(totals.held) held"
        let end = waitingEnd(facts, in: lane)
        // In an operator that limits the rate, a newer value replaces the held one.
        let fate = node?.operation.limitsRate == true ? "pending" : "next out"
        let next: SignedText = contents.oldest.first.map { "[\($0)] \(fate)" } ?? end ?? "empty"
        let nextShort: SignedText = contents.oldest.first.map { "[\($0)]" } ?? end ?? "empty"
        guard let capacity = node?.capacity, capacity <= 50 else {
            return LaneGutter(
                next, level, firstShort: nextShort, short: short, trouble: trouble, troubleShort: troubleShort, tone: tone)
        }
        let second = loss(totals, "dropped") ?? next
        return LaneGutter(
            isFull ? "\(level)  full" : level, second, firstShort: level, secondShort: totals.dropped > 0 ? second : nextShort,
            more: [end == second ? nil : end, asked(facts, lane).map { "\($0)" }].compactMap(\.self)
                + ends(contents, namesNext: totals.dropped > 0),
            short: short, trouble: trouble, troubleShort: troubleShort, tone: tone)
    }

    /// The gutter of a channel: the number of producers waiting in `send`, and since when.
    private static func producers(_ facts: StreamFacts, _ lane: Int, isAtEnd: Bool) -> LaneGutter {
        let totals = facts.totals(lane)
        if totals.heldIsLowerBound { return unknown(totals, capacity: nil) }
        let lost = loss(totals, "dropped")
        let since = facts.waitingSince(inChannel: lane).map { LaneFacts.since($0, isAtEnd: isAtEnd) }
        return LaneGutter(
            facts.producersWords(inChannel: lane, isAtEnd: isAtEnd), since.map { "\($0)" } ?? lost ?? "",
            firstShort: "\(totals.held) wait",
            short: "\(totals.held) wait", trouble: lost, troubleShort: loss(totals), tone: lost == nil ? .held : .lost)
    }

    /// `end waits` or `failure waits`; `nil` if neither waits.
    private static func waitingEnd(_ facts: StreamFacts, in lane: Int) -> SignedText? {
        let wait = facts.model.waitingEnds(at: facts.sequence).first {
            $0.store == lane && EndWords(facts: facts, wait: $0, nextRequest: nil).isInStore
        }
        return wait.map { $0.isFailure ? "\(.failed) failure waits" : "\(.finished) end waits" }
    }

    /// The gutter of a buffer with uncertain contents, and so an unknown next value.
    private static func unknown(_ totals: EdgeAccount, capacity: Int?) -> LaneGutter {
        let held = totals.heldCount
        let limit = capacity.map { " of \($0)" } ?? " held"
        let lost = loss(totals, "dropped")
        return LaneGutter(
            held.count > 0 ? "\(held.words)\(limit)" : "\(held.short)\(limit)", lost ?? "it may hold more",
            firstShort: "\(held.signed)\(limit)", secondShort: lost ?? "or more", short: "\(held.signed) held", trouble: lost,
            troubleShort: loss(totals), tone: lost == nil ? .held : .lost)
    }

    /// `4, 5`; from four values on, the first and the last.
    private static func list(_ values: [String]) -> SignedText {
        guard values.count > 3, let first = values.first, let last = values.last else {
            return "\(values.joined(separator: ", "))"
        }
        return "\(first) \(.cut) \(last)"
    }

    /// The oldest and the newest value of a bounded buffer, without the oldest if the line above names it.
    private static func ends(_ contents: BufferContents, namesNext: Bool) -> [SignedText] {
        guard let oldest = contents.oldest.first, let newest = contents.newest, contents.count > 1 else { return [] }
        return namesNext ? ["next out \(oldest)", "newest \(newest)"] : ["newest \(newest)"]
    }
}

/// The gutter of a demand lane.
struct DemandGutter {
    let facts: StreamFacts
    let lane: Int
    let next: TraceTime?
    let isPast: Bool
    /// Whether the trace ends at the moment, so that nothing goes on.
    let isAtEnd: Bool

    func gutter() -> LaneGutter {
        let outstanding = facts.totals(lane).outstanding
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        if let asked = lastAsked, facts.model.log[sequence: asked.sequence]?.event.isNext == true, !state.isOver {
            return whoWaits(since: asked.time, isAsked: outstanding != .none)
        }
        if state.isOver {
            let ended: SignedText? = if case .cancelled = state { "\(.cancelled) ended" } else { nil }
            return LaneGutter(
                "\(outstanding) at the end", LaneFacts.ending(state) ?? "", short: "\(outstanding) asked", trouble: ended,
                tone: ended == nil ? .asked : .plain)
        }
        if let passage = facts.model.passage(to: lane), case let count = passage.count(in: facts.model, upTo: facts.sequence),
            count > 0
        {
            let asked = passage.remainingDemand(facts.totals(passage.origin), facts.totals(lane))
            return LaneGutter(
                "\(asked) at \(facts.model.lanes[passage.origin].spec.name)",
                "\(count) \(count == 1 ? "value on its" : "values on their") way",
                firstShort: "\(asked) asked", secondShort: "\(count) on \(count == 1 ? "its" : "their") way",
                short: "\(asked) asked", tone: .asked)
        }
        let (condition, short) = condition(outstanding)
        return LaneGutter(
            "\(outstanding) outstanding", condition, secondShort: short, short: "\(outstanding) asked", tone: .asked)
    }

    /// The words for an iterator, whose demand is 1 or 0: its consumer waits, producers wait for the consumer, or neither.
    private func whoWaits(since asked: TraceTime, isAsked: Bool) -> LaneGutter {
        if let channel = facts.channel(above: lane), let waiting = producers(inChannel: channel) { return waiting }
        if let channel = facts.channel(aboveFullBufferOf: lane), let waiting = producers(inChannel: channel, for: "for room ") {
            return waiting
        }
        let node = facts.model.node(ofLane: lane)
        let who = node.map(facts.model.stageName) ?? "the consumer"
        guard !isAsked else {
            let waits = isAtEnd ? "waited" : "waits"
            return LaneGutter("\(who) \(waits)", "\(since(asked))", firstShort: "\(waits)", short: "\(waits)", tone: .asked)
        }
        if let paused = facts.paused(lane) {
            return LaneGutter(
                "\(who) \(isAtEnd ? "was" : "is") paused", "\(since(paused))", firstShort: "paused", short: "0 asked",
                tone: .asked)
        }
        let got = facts.history(lane).lastMark(of: \.values, upTo: facts.sequence)?.time ?? asked
        let works = isAtEnd ? "worked" : "works"
        let deed = node?.role == .sink ? works : isAtEnd ? "asked for none" : "asks for none"
        return LaneGutter(
            "\(who) \(deed)", "\(since(got))", firstShort: "\(deed)",
            short: node?.role == .sink ? "\(works)" : "0 asked", tone: .asked)
    }

    private func since(_ time: TraceTime) -> String { LaneFacts.since(time, isAtEnd: isAtEnd) }

    /// States that producers wait in a channel; `nil` if none does.
    private func producers(inChannel channel: Int, for reason: String = "") -> LaneGutter? {
        guard let time = facts.waitingSince(inChannel: channel) else { return nil }
        let since = since(time)
        return LaneGutter(
            facts.producersWords(inChannel: channel, isAtEnd: isAtEnd), "\(reason)\(since)", secondShort: "\(since)",
            short: "\(facts.totals(channel).held) wait", tone: .asked)
    }

    /// The next request, or the last demand, requested or returned; then the same in fewer words.
    private func condition(_ outstanding: Demand) -> (SignedText, SignedText) {
        guard let last = lastAsked else {
            let isUnseen = facts.model.doubts(ofLane: lane).contains(.incomplete)
            return isUnseen ? ("no \(.request) seen", "no \(.request) seen") : ("nothing asked yet", "no \(.request) yet")
        }
        // If individual events are unknown, so is the last demand.
        guard let demand = facts.model.log[sequence: last.sequence]?.event.demand else { return ("", "") }
        if let next, next >= facts.moment.time, facts.paused(lane) == nil {
            let due = isPast ? "at \(Seconds.text(next))" : "in \(Seconds.short(nanoseconds: next - facts.moment.time)) s"
            return ("\(.request)\(demand) \(due)", "\(due)")
        }
        if isPast { return ("\(.request)\(demand) at \(Seconds.text(last.time))", "\(.request) \(Seconds.text(last.time))") }
        let since = Seconds.short(nanoseconds: facts.moment.time - last.time)
        guard outstanding == .none else { return ("\(.request)\(demand) \(since) s ago", "\(.request)\(demand) \(since) s") }
        return ("no \(.request) for \(since) s", "no \(.request) \(since) s")
    }

    /// The last event that raised demand, by a request or by a returned demand.
    private var lastAsked: Mark? {
        let history = facts.history(lane)
        let asked = [\EdgeAccount.requests, \EdgeAccount.returns].compactMap { count in
            history.lastMark(of: { $0[keyPath: count] }, upTo: facts.sequence)
        }
        return asked.max { $0.sequence < $1.sequence }
    }
}

/// The text beside a lane: its current state in few words.
public struct LaneGutter: Hashable, Sendable {
    /// The count.
    public let first: SignedText
    /// The count in fewer words, for narrow gutters; by default, ``short``.
    public let firstShort: SignedText
    /// The condition, or the next event.
    public let second: SignedText
    /// The condition in fewer words, for narrow gutters; by default, ``second``.
    public let secondShort: SignedText
    /// Further lines, for a lane of more than two rows.
    public let more: [SignedText]
    /// The first fact for narrow screens: `6 sent`, `1 held`, `0 asked`, `5 got`.
    public let short: SignedText
    /// The trouble, instead of the short fact: `FULL`, `paused`, `4 dropped`; `nil` if there is none.
    public let trouble: SignedText?
    /// The trouble in fewer words, for narrow names.
    public let troubleShort: SignedText?
    /// The colour of the trouble, else of the lane.
    public let tone: Tone

    init(
        _ first: SignedText, _ second: SignedText, firstShort: SignedText? = nil, secondShort: SignedText? = nil,
        more: [SignedText] = [], short: SignedText, trouble: SignedText? = nil, troubleShort: SignedText? = nil, tone: Tone
    ) {
        self.first = first
        self.firstShort = firstShort ?? short
        self.second = second
        self.secondShort = secondShort ?? second
        self.more = more
        self.short = short
        self.trouble = trouble
        self.troubleShort = troubleShort ?? trouble
        self.tone = tone
    }
}
