import FlowModel
import FlowTrace

/// The facts of a stream at a moment that the words need, found in its model.
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

    /// Whether the buffer keeps values for later subscribers.
    var bufferIsReplay: Bool { buffer.flatMap { model.node(ofLane: $0) }?.role == .replay }

    /// The lane of a buffer that waits for demand, if there is one.
    var demandBuffer: Int? { bufferIsReplay ? nil : buffer }

    /// The node that paces the stream.
    var pace: NodeFact? { model.log.nodes.first { $0.role == .pace } }

    /// The origin of the values on an operator's lane: the given label, or the operator above; `nil` for a declared lane.
    func origin(ofLane lane: Int) -> String? {
        guard !model.hasDeclaredLanes, model.lanes[lane].spec.role == .output else { return nil }
        let edge = model.edge(ofLane: lane)
        let operation = model.node(edge?.upstream)?.name
        return edge?.ownLabel(below: operation) ?? operation ?? model.lanes[lane].spec.name
    }

    /// Whether an operator's lane shows the values of a source, since its offers are not known.
    func isSent(onLane lane: Int) -> Bool {
        guard !model.hasDeclaredLanes, let above = model.node(model.edge(ofLane: lane)?.upstream) else { return false }
        return above.role == .source && !model.knowsOffers(of: above.id)
    }

    /// Whether a lane shows the producers that wait in a channel.
    func isChannel(_ lane: Int) -> Bool {
        model.lanes[lane].spec.role == .buffer && model.node(ofLane: lane)?.operation.isAsyncChannel == true
    }

    /// The span over which the rates of a lane are counted.
    func rateWindow(_ lane: Int) -> RateWindow {
        let own = model.state(ofLane: lane, at: sequence).end
        // A buffer is over when its output is.
        let below = model.lanes[lane].spec.role == .buffer ? onlyOutput : nil
        return RateWindow(
            since: model.began, at: moment.time, endedAt: own ?? below.flatMap { model.state(ofLane: $0, at: sequence).end })
    }

    /// The lane of the channel that an output comes out of, or that a producer's lane leads to; `nil` if that is no channel.
    func channel(above lane: Int) -> Int? { channel(model.edge(ofLane: lane)?.upstream) }

    func channel(below lane: Int) -> Int? { channel(model.edge(ofLane: lane)?.downstream) }

    /// The lane of the channel whose producers wait for room in the full buffer that an output comes out of.
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

    /// Since when the first of a channel's producers waits; `nil` if none does.
    func waitingSince(inChannel lane: Int) -> TraceTime? {
        history(lane).held(after: sequence).first.map { TraceTime(nanoseconds: moment.time.nanoseconds - $0.waited(at: moment)) }
    }

    /// `3 producers wait`.
    func producersWords(inChannel lane: Int) -> SignedText {
        let count = totals(lane).held
        return count == 0 ? "no producer waits" : "\(count) \(count == 1 ? "producer waits" : "producers wait")"
    }

    /// Whether an output lane's demand comes from a pacing node.
    func isPaced(lane: Int) -> Bool { model.node(ofLane: lane)?.role == .pace }

    /// Events count up to here.
    var sequence: Int { moment.sequence }

    func history(_ lane: Int) -> LaneHistory { model.lanes[lane] }

    func totals(_ lane: Int) -> EdgeAccount { model.lanes[lane].totals(upTo: moment.sequence) }

    func text(_ mark: Mark) -> String { model.log[sequence: mark.sequence].map(text) ?? "" }

    /// How many events that belong together are told in one sentence at most.
    static let most = 64

    /// The name of a value whose text and type are unknown.
    static let undescribed = "a value"

    /// The text of an event's value as sentences have it: one that was not written down is called by its type and number, `Order #40`.
    func text(_ entry: TraceEntry) -> String {
        guard !isDescribed(entry) else { return model.text(of: entry.sequence) }
        guard let type = valueType(of: entry) else { return StreamFacts.undescribed }
        return model.number(of: entry.sequence).map { "\(type) #\($0)" } ?? type
    }

    /// The values of several events of one lane: `4, 5, 6`, or `3 × [String]` if none was written down.
    func list(_ entries: [TraceEntry]) -> String {
        guard entries.count > 1, let first = entries.first, !entries.contains(where: isDescribed) else {
            return ValueList.text(entries.map(text))
        }
        return valueType(of: first).map { "\(entries.count) × \($0)" } ?? "\(entries.count) values"
    }

    /// The values of several events of one lane with how many there are: `3 dropped: 4, 5, 6`; a value alone is that value.
    func counted(_ entries: [TraceEntry], _ what: String) -> String {
        guard entries.count > 1 else { return list(entries) }
        return entries.contains(where: isDescribed) ? "\(entries.count) \(what): \(list(entries))" : "\(list(entries)), \(what)"
    }

    /// Whether the value of an event was written down.
    func isDescribed(_ mark: Mark) -> Bool { model.log[sequence: mark.sequence].map(isDescribed) ?? true }

    private func isDescribed(_ entry: TraceEntry) -> Bool { !entry.kind.isOfValue || model.log.value(of: entry) != nil }

    private func valueType(of entry: TraceEntry) -> String? { model.laneIndex(of: entry).flatMap { model.valueType(ofLane: $0) } }

    func contents(_ lane: Int) -> BufferContents { BufferContents(of: model.lanes[lane], in: model, after: moment.sequence) }

    /// Since when an output's sink is paused.
    func paused(_ lane: Int) -> TraceTime? { model.pause(ofLane: lane, at: moment.sequence) }

    /// The first event on a lane among the causes of an event.
    func laneCause(of entry: TraceEntry) -> TraceEntry? {
        var cause = model.cause(of: entry)
        while let sequence = cause, let above = model.log[sequence: sequence] {
            if model.laneIndex(of: above) != nil { return above }
            cause = model.cause(of: above)
        }
        return nil
    }

    /// The values an output got because it subscribed, in the call of its subscription or of a request, oldest first.
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

    /// Whether a value came because it was asked for, rather than because it was sent.
    func isAnswer(_ entry: TraceEntry) -> Bool {
        let cause = laneCause(of: entry)?.kind
        return cause == .request || cause == .subscribed
    }
}

/// The contents of a buffer, as far as words need them.
struct BufferContents {
    let count: Int
    /// The oldest of them, oldest first.
    let oldest: [String]
    let newest: String?

    /// How many values are listed at most.
    static let listed = 64
    /// Up to this many held values are examined one by one.
    private static let few = 4096

    /// The contents of a lane after the event `sequence`.
    ///
    /// - Complexity: O(1) beyond some thousands of values, which are taken to leave in order.
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
    /// The sequence of the event that led to an event, even if it did so after its own call.
    ///
    /// A replay hands over its kept values just after its subscriber has got the subscription, not within that call.
    func cause(of entry: TraceEntry) -> Int? {
        guard entry.kind == .value || entry.kind == .finished || entry.kind == .failure else { return entry.cause }
        guard let lane = laneIndex(of: entry), isBelowReplay(lane: lane) else { return entry.cause }
        guard let mark = lanes[lane].lastMark(of: \.subscriptions, upTo: entry.sequence), mark.time == entry.time else {
            return entry.cause
        }
        return log[sequence: mark.sequence]?.cause == entry.cause ? mark.sequence : entry.cause
    }

    /// Whether an output is fed by a node that replays.
    func isBelowReplay(lane: Int) -> Bool { replay(aboveLane: lane) != nil }

    func replay(aboveLane lane: Int) -> NodeFact? { node(edge(ofLane: lane)?.upstream).flatMap { $0.role == .replay ? $0 : nil } }
}
