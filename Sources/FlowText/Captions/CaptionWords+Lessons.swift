import FlowModel
import FlowOperators
import FlowTrace

extension CaptionWords {
    /// The lesson of an event, derived from its causes and the graph. It replaces the second sentence.
    func lesson(on draft: CaptionDraft) -> String? {
        let event = draft.event
        switch event.kind {
        case .dropped: return lessonOfDrop(event)
        case .finished: return lessonOfEnd(event, isPlain: draft.second != nil)
        case .value:
            return handlerSentence() ?? leftOutSentence(event) ?? keptForItSentence(event)
                ?? (draft.second == nil ? notOver(event) : nil)
        case .subscribed: return handlerSentence() == nil ? nil : "Nothing is asked for until the completion handler is called."
        case .state, .offered, .buffered, .unbuffered, .request, .returned, .failure, .cancel, .note, .causeLink: return nil
        }
    }

    // MARK: Drops

    private func lessonOfDrop(_ event: TraceEntry) -> String? {
        let isFirst = model.lanes[lane(of: event)].totals(upTo: event.sequence).dropped == 1
        switch event.event.dropReason {
        case .noSubscriber where facts.bufferIsReplay:
            return "The replay subscribes to the source only with its first subscriber."
        case .noDemand where onItsWay(event) != nil:
            return onItsWay(event).map {
                "\(ValueList.subject(facts.text($0))) is still on its way to the output, which has requested no more."
            }
        case .noDemand where isFirst && next() == nil && bufferKeepsFull:
            return "The buffer asks only for what it can hold: it is the source that drops values."
        case .noDemand where isFirst && next() == nil && role(of: event) == .source:
            return "A subject keeps nothing: the value is gone, and no error says so."
        case .overflowOldest where isFirst && next() == nil, .overflowNewest where isFirst && next() == nil:
            return overflowSentence(event)
        case .noDemand, .noSubscriber, .overflowOldest, .overflowNewest, .error, .cancelled, .superseded, .ended, nil:
            return nil
        }
    }

    var bufferKeepsFull: Bool {
        facts.demandBuffer.map { model.node(ofLane: $0)?.prefetch == .keepFull } ?? false
    }

    private func overflowSentence(_ event: TraceEntry) -> String? {
        guard model.hasDeclaredLanes, let capacity = model.node(ofLane: lane(of: event))?.capacity else { return nil }
        let values = capacity == 1 ? "value" : "\(capacity) values"
        return event.event.dropReason == .overflowOldest
            ? "The newest \(values) stay\(capacity == 1 ? "s" : "")."
            : "The first \(values) stay\(capacity == 1 ? "s" : ""); later ones never get in."
    }

    // MARK: Ends

    /// - Parameter isPlain: Whether the draft has a second sentence, usually the number of values.
    private func lessonOfEnd(_ event: TraceEntry, isPlain: Bool) -> String? {
        guard model.hasDeclaredLanes else { return keptEndSentence(event) }
        if facts.bufferIsReplay { return replayEndSentence(event) }
        guard role(of: event) == .output, isPlain else { return nil }
        return bareEndSentence(event) ?? pendingSentence(event) ?? allThroughSentence(event) ?? leftOutInAll(event)
            ?? lastValueSentence(event)
    }

    /// Describes an end that an operator had received earlier and held.
    private func keptEndSentence(_ event: TraceEntry) -> String? {
        let chain = WhyChain(to: event, in: model)
        let kept = chain.entries.last { chain.links[$0.sequence] == .condition && $0.kind == event.kind && $0.time < event.time }
        return kept.map { "\(model.label(of: $0)) had finished at \(Seconds.text($0.time)); the held values came first." }
    }

    private func replayEndSentence(_ event: TraceEntry) -> String? {
        let sourceEnds = burst.entries.contains { $0.kind == .finished && role(of: $0) == .source }
        if sourceEnds {
            let capacity = facts.buffer.flatMap { model.node(ofLane: $0)?.capacity }
            let values = capacity.map { $0 == 1 ? "its last value" : "its last \($0) values" } ?? "all values"
            return "The replay keeps \(values) and the end for later subscribers."
        }
        let isAsked = burst.root.kind == .request && model.isBelowReplay(lane: lane(of: event))
        return isAsked ? "The completion comes with the last value kept, without being asked for." : nil
    }

    private func bareEndSentence(_ event: TraceEntry) -> String? {
        let totals = model.lanes[lane(of: event)].totals(upTo: event.sequence)
        return totals.values == 0 ? "No value came; an end needs no demand and comes all the same." : nil
    }

    /// The value that a debounce still held when its source finished.
    private func pendingSentence(_ event: TraceEntry) -> String? {
        let lane = lane(of: event)
        guard let source = facts.source, model.node(model.edge(ofLane: lane)?.upstream)?.operation == .debounce,
            let sent = model.lanes[source].lastMark(of: \.offered, upTo: event.sequence),
            let got = model.lanes[lane].lastMark(of: \.values, upTo: event.sequence), got.time < sent.time,
            facts.text(got) != facts.text(sent)
        else { return nil }
        return
            "\(ValueList.subject(facts.text(sent))) was dropped: debounce drops a pending value if the source finishes before the interval is over."
    }

    /// States that a buffer, perhaps without a lane, dropped nothing.
    private func allThroughSentence(_ event: TraceEntry) -> String? {
        let lane = lane(of: event)
        guard let source = facts.source, let above = model.edge(ofLane: lane)?.upstream else { return nil }
        let (sent, got) = (facts.totals(source), model.lanes[lane].totals(upTo: event.sequence))
        let stores = model.log.edges.filter { $0.role == .store }.compactMap(\.upstream)
        guard got.values > 1, sent.offered == got.values, sent.dropped == 0, stores.contains(above) || facts.demandBuffer != nil
        else {
            return nil
        }
        let kept = model.lanes.filter { $0.spec.role == .buffer }.map { $0.peak(upTo: event.sequence).held }.max() ?? 0
        return kept > 0 ? "Every value came through: the buffer kept them." : "Every value came through."
    }

    private func lastValueSentence(_ event: TraceEntry) -> String? {
        let history = model.lanes[lane(of: event)]
        let count = history.totals(upTo: event.sequence).values
        guard count > 1, history.lastMark(of: \.values, upTo: event.sequence)?.time == event.time else { return nil }
        return "It came with the last of \(count) values."
    }

    // MARK: Operators that leave values out

    /// The filter above an output, and the lane of its input.
    private func filter(above lane: Int) -> (name: String, input: Int)? {
        guard let source = facts.source, let node = model.node(model.edge(ofLane: lane)?.upstream),
            node.operation.law.flow?.family == .oneOrNone, model.edge(ofLane: source)?.downstream == node.id
        else { return nil }
        return (model.stageName(node), source)
    }

    /// The values that a filter has removed since an event, among the newest 64 offers.
    private func leftOut(of input: Int, after first: Int, upTo last: Int) -> [Mark] {
        model.lanes[input].newest(64, of: \.offered, upTo: last).filter { mark in
            guard mark.kind == .offered, mark.sequence > first else { return false }
            let next = model.log[sequence: mark.sequence + 1]
            return next?.cause != mark.sequence || next?.kind != .value
        }
    }

    private func leftOutSentence(_ event: TraceEntry) -> String? {
        guard let filter = filter(above: lane(of: event)) else { return nil }
        let before = burst.entries.last { $0.kind == .value && $0.edge == event.edge && $0.sequence < event.sequence }
        let values = leftOut(of: filter.input, after: before?.sequence ?? burst.start - 1, upTo: event.sequence)
        guard !values.isEmpty else { return nil }
        let were = values.count == 1 ? "was left out and did not count" : "were left out and did not count"
        return
            "\(ValueList.subject(ValueList.text(values.map(facts.text)))) before it \(were): \(filter.name) asked for one more instead."
    }

    private func leftOutInAll(_ event: TraceEntry) -> String? {
        guard let filter = filter(above: lane(of: event)) else { return nil }
        let values = leftOut(of: filter.input, after: 0, upTo: event.sequence)
        guard !values.isEmpty else { return nil }
        let were = values.count == 1 ? "was" : "were"
        return
            "\(ValueList.subject(ValueList.text(values.map(facts.text)))) \(were) left out; for each \(filter.name) asked for one more value."
    }

    // MARK: Values

    /// States that a value or a subscription came with a completion handler, as a `SteppingSubscriber` reports in its state.
    private func handlerSentence() -> String? {
        let state = burst.entries.last { $0.kind == .state }
        guard let state, model.log.state(of: state)?.handler != nil else { return nil }
        return "It came with a completion handler; the next value is asked for when that is called."
    }

    /// Names the values that a replay holds for a subscriber without demand.
    private func keptForItSentence(_ event: TraceEntry) -> String? {
        let lane = lane(of: event)
        guard model.isBelowReplay(lane: lane), facts.isAnswer(event), facts.totals(lane).outstanding == .none,
            let buffer = facts.buffer
        else { return nil }
        let held = model.lanes[buffer].held(after: event.sequence).compactMap { model.log[sequence: $0.entered] }
        let index = held.lastIndex { model.log.value(of: $0) == model.log.value(of: event) }
        let rest = index.map { held[($0 + 1)...].map(facts.text) } ?? []
        guard !rest.isEmpty else { return nil }
        return "It has requested no more: \(ValueList.text(rest)) \(rest.count == 1 ? "stays" : "stay") in the replay for it."
    }

    /// States that a source which sends on demand may have more values.
    private func notOver(_ event: TraceEntry) -> String? {
        let lane = lane(of: event)
        guard model.hasDeclaredLanes, output == lane, let source = facts.source, facts.totals(lane).outstanding == .none,
            burst.root.kind == .request || burst.root.kind == .subscribed, !model.state(ofLane: source, at: event.sequence).isOver
        else { return nil }
        return "The source has not ended: its remaining values and its end come only on request."
    }
}
