import FlowModel
import FlowTrace
import FlowWords

/// The facts of a stream at a moment, for the words about it.
struct StreamFacts {
    let model: StreamModel
    let moment: Moment
    /// The lanes of outputs, top to bottom.
    let outputs: [Int]
    /// The first lane of a source.
    let source: Int?
    /// The first lane of a buffer.
    let buffer: Int?

    init(_ model: StreamModel, at moment: Moment) {
        self.model = model
        self.moment = moment
        outputs = model.lanes.indices.filter { model.lanes[$0].spec.role == .output }
        source = model.lanes.firstIndex { $0.spec.role == .source }
        buffer = model.lanes.firstIndex { $0.spec.role == .buffer }
    }

    /// The lane of the output, if there is exactly one.
    var onlyOutput: Int? { outputs.count == 1 ? outputs[0] : nil }

    /// Whether the buffer replays values to later subscribers.
    var bufferIsReplay: Bool { buffer.flatMap { model.node(ofLane: $0) }?.role == .replay }

    /// The lane of a buffer that waits for demand, if there is one.
    var demandBuffer: Int? { bufferIsReplay ? nil : buffer }

    /// The node that paces the stream.
    var pace: NodeFact? { model.log.nodes.first { $0.role == .pace } }

    /// The origin of the values on an operator's lane: the given label, or the upstream operator; `nil` for a declared lane.
    func origin(ofLane lane: Int) -> String? {
        guard !model.hasDeclaredLanes, model.lanes[lane].spec.role == .output else { return nil }
        let edge = model.edge(ofLane: lane)
        let operation = model.node(edge?.upstream)?.name
        return edge?.ownLabel(below: operation) ?? operation ?? model.lanes[lane].spec.name
    }

    /// Whether an operator's lane shows the values of a source with unknown offers.
    func isSent(onLane lane: Int) -> Bool {
        guard !model.hasDeclaredLanes, let above = model.node(model.edge(ofLane: lane)?.upstream) else { return false }
        return above.role == .source && !model.knowsOffers(of: above.id)
    }

    /// Whether a lane shows waiting producers of a channel.
    func isChannel(_ lane: Int) -> Bool {
        model.lanes[lane].spec.role == .buffer && model.node(ofLane: lane)?.operation.isAsyncChannel == true
    }

    /// Whether an output leads into a stream without a reader. The unlimited demand on it is that of the stream's buffer.
    func isUnread(belowLane lane: Int) -> Bool { node(below: lane).map(isUnread) ?? false }

    /// The stream that an output feeds without being asked: the unlimited demand is that of the stream. `nil` for any other lane.
    func streamFed(byLane lane: Int) -> NodeFact? {
        guard let stream = node(below: lane), stream.isStream, totals(lane).outstanding == .unlimited else { return nil }
        return stream
    }

    private func node(below lane: Int) -> NodeFact? {
        guard let edge = model.edge(ofLane: lane), edge.role == .link else { return nil }
        return model.node(edge.downstream)
    }

    /// The window for the rates of a lane.
    func rateWindow(_ lane: Int) -> RateWindow {
        RateWindow(since: model.began, at: moment.time, endedAt: end(ofLane: lane))
    }

    /// The end of a lane; `nil` if it goes on. A buffer is over when the outputs below it are, after its last event.
    private func end(ofLane lane: Int) -> TraceTime? {
        guard model.lanes[lane].spec.role == .buffer else { return model.state(ofLane: lane, at: sequence).end }
        let ends = lanes(below: lane).map { model.state(ofLane: $0, at: sequence).end }
        guard !ends.isEmpty, !ends.contains(nil) else { return nil }
        let known = history(lane).countOfMarks(upTo: sequence)
        return (ends + [known > 0 ? history(lane).marks[known - 1].time : nil]).compactMap(\.self).max()
    }

    /// The outputs below a buffer. Nothing is below a stream without a reader: it is over when its inputs are.
    private func lanes(below buffer: Int) -> [Int] {
        guard let node = model.node(ofLane: buffer) else { return [] }
        guard node.role != .replay else { return [onlyOutput].compactMap(\.self) }
        let readers = outputs.filter { model.edge(ofLane: $0)?.upstream == node.id }
        let inputs = isUnread(node) ? outputs.filter { model.edge(ofLane: $0)?.downstream == node.id } : []
        return !readers.isEmpty ? readers : !inputs.isEmpty ? inputs : [onlyOutput].compactMap(\.self)
    }

    /// Whether a lane shows the buffer of a stream without a reader.
    func isUnread(buffer lane: Int) -> Bool { model.node(ofLane: lane).map(isUnread) ?? false }

    /// Whether a node is a stream with no reader, with or without a lane.
    private func isUnread(_ node: NodeFact) -> Bool { node.isStream && !model.hasReader(node.id) }

    /// The lane of the channel above an output or below a producer's lane; `nil` if there is none.
    func channel(above lane: Int) -> Int? { channel(model.edge(ofLane: lane)?.upstream) }

    func channel(below lane: Int) -> Int? { channel(model.edge(ofLane: lane)?.downstream) }

    /// The lane of the channel whose producers wait for room in the full buffer above an output.
    func channel(aboveFullBufferOf lane: Int) -> Int? {
        guard let buffer = store(above: lane), let node = model.node(ofLane: buffer), totals(buffer).held == node.capacity else {
            return nil
        }
        return channel(model.log.edges.first { $0.role == .link && $0.downstream == node.id }?.upstream)
    }

    /// The lane of the buffer of the operator above an output.
    func store(above lane: Int) -> Int? {
        let node = model.edge(ofLane: lane)?.upstream
        return model.lanes.indices.first { model.lanes[$0].spec.role == .buffer && model.node(ofLane: $0)?.id == node }
    }

    private func channel(_ node: NodeID?) -> Int? {
        guard let node, model.node(node)?.operation.isAsyncChannel == true else { return nil }
        return model.lanes.indices.first { isChannel($0) && model.node(ofLane: $0)?.id == node }
    }

    /// The time since which a channel's first producer waits; `nil` if none does.
    func waitingSince(inChannel lane: Int) -> TraceTime? {
        history(lane).held(after: sequence).first.map { TraceTime(nanoseconds: moment.time.nanoseconds - $0.waited(at: moment)) }
    }

    /// `3 producers wait`; at the end of the trace `3 producers waited`.
    func producersWords(inChannel lane: Int, isAtEnd: Bool = false) -> SignedText {
        let count = totals(lane).held
        guard count > 0 else { return "no producer waits" }
        let wait = isAtEnd ? "waited" : count == 1 ? "waits" : "wait"
        return "\(count) \(count == 1 ? "producer" : "producers") \(wait)"
    }

    /// Whether an output lane's demand comes from a pacing node.
    func isPaced(lane: Int) -> Bool { model.node(ofLane: lane)?.role == .pace }

    /// The sequence of the last event included.
    var sequence: Int { moment.sequence }

    func history(_ lane: Int) -> LaneHistory { model.lanes[lane] }

    func totals(_ lane: Int) -> EdgeAccount { model.lanes[lane].totals(upTo: moment.sequence) }

    func text(_ mark: Mark) -> String { model.log[sequence: mark.sequence].map(text) ?? "" }

    /// The maximum number of related events in one sentence.
    static let most = 64

    /// The name of a value without known text or type.
    static let undescribed = "a value"

    /// The text of an event's value in a sentence; an undescribed one has its type and number, `Order #40`.
    func text(_ entry: TraceEntry) -> String {
        guard !isDescribed(entry) else { return ValueList.brief(model.text(of: entry.sequence)) }
        guard let type = valueType(of: entry) else { return StreamFacts.undescribed }
        return model.number(of: entry.sequence).map { "\(type) #\($0)" } ?? type
    }

    /// The values of several events of one lane: `4, 5, 6`, or `3 × [String]` if all are undescribed.
    func list(_ entries: [TraceEntry]) -> String {
        guard entries.count > 1, let first = entries.first, !entries.contains(where: isDescribed) else {
            return ValueList.text(entries.map(text))
        }
        return valueType(of: first).map { "\(entries.count) × \($0)" } ?? "\(entries.count) values"
    }

    /// The number and the values of several events of one lane: `3 dropped: 4, 5, 6`; for one event only its value.
    func counted(_ entries: [TraceEntry], _ what: String) -> String {
        guard entries.count > 1 else { return list(entries) }
        return entries.contains(where: isDescribed) ? "\(entries.count) \(what): \(list(entries))" : "\(list(entries)), \(what)"
    }

    /// Whether the value of an event was described.
    func isDescribed(_ mark: Mark) -> Bool { model.log[sequence: mark.sequence].map(isDescribed) ?? true }

    private func isDescribed(_ entry: TraceEntry) -> Bool { !entry.kind.isOfValue || model.log.value(of: entry) != nil }

    private func valueType(of entry: TraceEntry) -> String? { model.laneIndex(of: entry).flatMap { model.valueType(ofLane: $0) } }

    func contents(_ lane: Int) -> BufferContents { BufferContents(of: model.lanes[lane], in: model, after: moment.sequence) }

    /// The time since which an output's sink is paused.
    func paused(_ lane: Int) -> TraceTime? { model.pause(ofLane: lane, at: moment.sequence) }

    /// The nearest cause of an event that is on a lane.
    func laneCause(of entry: TraceEntry) -> TraceEntry? {
        var cause = model.cause(of: entry)
        while let sequence = cause, let above = model.log[sequence: sequence] {
            if model.laneIndex(of: above) != nil { return above }
            cause = model.cause(of: above)
        }
        return nil
    }

    /// The values replayed to an output, in the call of its subscription or of a request, oldest first.
    func replayed(_ lane: Int) -> [Mark] {
        guard let node = model.replay(aboveLane: lane) else { return [] }
        let history = model.lanes[lane]
        let limit = min(node.capacity ?? 64, 64)
        var found: [Mark] = []
        while found.count < limit {
            guard let mark = history.mark(number: found.count + 1, of: \.values, upTo: moment.sequence) else { break }
            guard let entry = model.log[sequence: mark.sequence], isAnswer(entry) else { break }
            found.append(mark)
        }
        return found
    }

    /// Whether a value answered a request or a subscription, rather than a send.
    func isAnswer(_ entry: TraceEntry) -> Bool {
        let cause = laneCause(of: entry)?.kind
        return cause == .request || cause == .subscribed
    }
}

/// The contents of a buffer, as texts.
struct BufferContents {
    let count: Int
    /// The oldest values, oldest first.
    let oldest: [String]
    let newest: String?

    /// The most values listed.
    static let listed = 64
    /// Up to this many held values, each is examined; more are assumed to leave in order.
    private static let few = 4096

    /// The contents of a lane after the event `sequence`.
    ///
    /// - Complexity: O(1) beyond some thousands of values, which are assumed to leave in order.
    init(of lane: LaneHistory, in model: StreamModel, after sequence: Int) {
        let totals = lane.totals(upTo: sequence)
        let entered = lane.items(upTo: sequence)
        count = totals.held
        let held =
            count <= BufferContents.few
            ? lane.held(after: sequence)[...] : entered.suffix(count)
        oldest = held.prefix(BufferContents.listed).map { model.listed($0.entered) }
        newest = held.last.map { model.listed($0.entered) }
    }

    /// `E, F`, `27 … 46`.
    var text: String { count <= oldest.count ? ValueList.text(oldest) : "\(oldest.first ?? "") … \(newest ?? "")" }
}

extension StreamModel {
    /// The sequence of an event's cause, even if the cause's call had returned.
    ///
    /// A replay delivers its held values just after the subscriber's subscription, not within that call.
    func cause(of entry: TraceEntry) -> Int? {
        guard entry.kind == .value || entry.kind == .finished || entry.kind == .failure else { return entry.cause }
        guard let lane = laneIndex(of: entry), isBelowReplay(lane: lane) else { return entry.cause }
        guard let mark = lanes[lane].lastMark(of: \.subscriptions, upTo: entry.sequence), mark.time == entry.time else {
            return entry.cause
        }
        return log[sequence: mark.sequence]?.cause == entry.cause ? mark.sequence : entry.cause
    }

    /// Whether a replay feeds an output.
    func isBelowReplay(lane: Int) -> Bool { replay(aboveLane: lane) != nil }

    func replay(aboveLane lane: Int) -> NodeFact? { node(edge(ofLane: lane)?.upstream).flatMap { $0.role == .replay ? $0 : nil } }
}
