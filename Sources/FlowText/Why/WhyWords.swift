import FlowModel
import FlowTrace

/// The words of a cause chain.
struct WhyWords {
    let facts: StreamFacts
    private var model: StreamModel { facts.model }

    init(_ facts: StreamFacts) { self.facts = facts }

    // MARK: Steps

    func step(_ entry: TraceEntry, _ link: WhyStep.Link) -> WhyStep {
        let (sign, tone) = style(entry)
        return WhyStep(
            link: link, moment: Moment(time: entry.time, sequence: entry.sequence), lane: model.label(of: entry), sign: sign,
            tone: tone, text: text(entry))
    }

    private func style(_ entry: TraceEntry) -> (Sign, Tone) {
        switch model.log.state(of: entry) {
        case .paused: (.paused, .asked)
        case .resumed: (.state, .asked)
        case .hand: (.paused, .asked)
        case .working, .idle, .finished, .handler, .custom, nil: (WhyWords.sign(of: entry.kind), WhyWords.tone(of: entry.kind))
        }
    }

    static func sign(of kind: SignalKind) -> Sign {
        switch kind {
        case .offered, .value: .value
        case .buffered: .bufferIn
        case .unbuffered: .bufferOut
        case .dropped: .dropped
        case .request, .returned: .request
        case .subscribed: .subscribed
        case .finished: .finished
        case .failure: .failed
        case .cancel: .cancelled
        case .state, .note, .causeLink: .state
        }
    }

    private static func tone(of kind: SignalKind) -> Tone {
        switch kind {
        case .offered: .sent
        case .value: .got
        case .buffered: .held
        case .unbuffered: .held
        case .dropped: .lost
        case .request, .returned: .asked
        case .subscribed: .plain
        case .finished: .plain
        case .failure: .error
        case .cancel: .plain
        case .state, .note, .causeLink: .past
        }
    }

    private func text(_ entry: TraceEntry) -> String {
        let value = facts.text(entry)
        return switch entry.kind {
        case .offered, .value, .buffered, .unbuffered, .dropped:
            WhyWords.deed(entry, value, waited: waited(entry), in: model.log, isDelivered: model.hasDeclaredLanes)
        case .request: isPaceTimer(entry) ? "pace timer: asked for \(demand(entry))" : "asked for \(demand(entry))"
        case .returned: "returned demand \(demand(entry))"
        case .subscribed: "subscribed"
        case .finished: "finished"
        case .failure: FailureText.words(value)
        case .cancel: entry.event.isLetGo ? "let go" : "cancelled"
        case .state: "state \(value)"
        case .note, .causeLink: value
        }
    }

    /// The action of an edge on a value; empty for other events.
    ///
    /// - Parameters:
    ///   - waited: The time for which the value was held; `nil` if it was not.
    ///   - isDelivered: Whether to say that an edge delivers a value, rather than passes it on.
    static func deed(_ entry: TraceEntry, _ value: String, waited: String?, in log: TraceLog, isDelivered: Bool) -> String {
        switch entry.kind {
        case .offered: "sent \(value)"
        case .value: isDelivered ? "delivered \(value)" : "passed on \(value)"
        case .buffered: "took in \(value)"
        case .unbuffered: waited.map { "released \(value), waited \($0)" } ?? "passed on \(value) at once"
        case .dropped: "dropped \(value): \(log.dropWords(entry) ?? "")"
        case .request, .returned, .subscribed, .finished, .failure, .cancel, .state, .note, .causeLink: ""
        }
    }

    // MARK: The sentence

    func sentence(of chain: WhyChain) -> String {
        guard let event = chain.callPath.last else { return "" }
        let causes =
            [keptEnd(chain, event)].compactMap(\.self) + chain.callPath.dropLast().map(clause)
            + [impulse(event), reason(event)].compactMap(\.self)
        let head = "\(head(event)) at \(Seconds.text(event.time))"
        let cut = chain.isCut ? " Earlier causes are no longer known." : ""
        guard !causes.isEmpty else {
            return "\(head): \(chain.isCut ? "its cause is no longer known" : "no earlier event led to it")."
        }
        return "\(head) because \(causes.joined(separator: " → "))\(waitingDemand(chain, event)).\(cut)"
    }

    /// `the source had finished at 5.60`: the earlier end, if an operator has kept it until this event.
    private func keptEnd(_ chain: WhyChain, _ event: TraceEntry) -> String? {
        guard event.kind == .finished || event.kind == .failure else { return nil }
        let kept = chain.entries.last {
            chain.links[$0.sequence] == .condition && ($0.kind == event.kind || $0.event.dropReason == .error)
        }
        return kept.map { entry in
            let deed = entry.kind == .dropped ? "refused \(facts.text(entry))" : entry.kind == .failure ? "failed" : "finished"
            return "\(subject(entry)) had \(deed) at \(Seconds.text(entry.time))"
        }
    }

    /// `; the demand from 0.00 was waiting for it`.
    private func waitingDemand(_ chain: WhyChain, _ event: TraceEntry) -> String {
        guard event.kind == .value else { return "" }
        let demand = chain.entries.last {
            chain.links[$0.sequence] == .condition && ($0.kind == .request || $0.kind == .returned) && $0.edge == event.edge
        }
        return demand.map { "; the demand from \(Seconds.text($0.time)) was waiting for it" } ?? ""
    }

    private func head(_ entry: TraceEntry) -> String {
        let value = ValueList.subject(facts.text(entry))
        return switch entry.kind {
        case .offered: "\(value) was sent"
        case .value: delivered(entry, value)
        case .buffered: "\(value) came into \(subject(entry))"
        case .unbuffered: "\(value) left \(subject(entry))"
        case .dropped: "\(value) was dropped"
        case .request: "\(capitalised(subject(entry))) asked for \(demand(entry))"
        case .returned: "\(capitalised(subject(entry))) asked for \(demand(entry)) more"
        case .subscribed: "\(capitalised(subject(entry))) subscribed"
        case .finished: "\(capitalised(subject(entry))) finished"
        case .failure: "\(capitalised(subject(entry))) failed"
        case .cancel:
            entry.event.isLetGo
                ? "The stream of \(subject(entry)) was let go" : "\(capitalised(subject(entry))) was cancelled"
        case .state: "\(capitalised(subject(entry))) changed to the state \(facts.text(entry))"
        case .note, .causeLink: facts.text(entry)
        }
    }

    private func delivered(_ entry: TraceEntry, _ value: String) -> String {
        if let lane = model.laneIndex(of: entry), let origin = facts.origin(ofLane: lane) {
            return "\(value) came out of \(origin)"
        }
        return facts.onlyOutput == nil ? "\(value) was delivered to \(subject(entry))" : "\(value) was delivered"
    }

    private func clause(_ entry: TraceEntry) -> String {
        let value = ValueList.named(facts.text(entry))
        return switch entry.kind {
        case .offered: "\(subject(entry)) sent \(value)"
        case .value:
            model.laneIndex(of: entry).flatMap(facts.origin).map { "\(value) came out of \($0)" }
                ?? "\(subject(entry)) got \(value)"
        case .buffered: "\(subject(entry)) took in \(value)"
        case .unbuffered:
            waited(entry).map { "\(subject(entry)) released \(value), which had waited \($0)" }
                ?? "\(subject(entry)) passed on \(value) at once"
        case .dropped: "\(subject(entry)) dropped \(value)"
        case .request: ([impulse(entry)].compactMap(\.self) + [request(entry)]).joined(separator: " → ")
        case .returned: "\(subject(entry)) returned demand \(demand(entry))"
        case .subscribed: "\(subject(entry)) subscribed"
        case .finished: "\(subject(entry)) finished"
        case .failure: "\(subject(entry)) failed"
        case .cancel: entry.event.isLetGo ? "the stream of \(subject(entry)) was let go" : "\(subject(entry)) cancelled"
        case .state: "\(subject(entry)) changed to the state \(facts.text(entry))"
        case .note, .causeLink: facts.text(entry)
        }
    }

    private func request(_ entry: TraceEntry) -> String {
        facts.onlyOutput == nil ? "\(subject(entry)) asked for \(demand(entry))" : "request \(demand(entry))"
    }

    /// The origin of a request that no event caused: a pacing subscriber calls its completion handler when the interval has
    /// passed.
    private func impulse(_ entry: TraceEntry) -> String? { isPaceTimer(entry) ? "the pace timer fired → asks for more" : nil }

    /// The reason why a value was dropped, or has to wait.
    private func reason(_ entry: TraceEntry) -> String? {
        guard let burst = Burst(endingAt: entry.sequence, in: model) else { return nil }
        let words = CaptionWords(facts: facts, burst: burst, nextRequest: nil)
        switch entry.kind {
        case .dropped:
            let waiting = waited(entry).map { ", after a wait of \($0)" } ?? ""
            return entry.event.dropReason.map { words.why($0, entry, count: 1) + waiting }
        case .buffered:
            let isStraight = model.item(begunBy: entry)?.leftAt == entry.time
            guard !isStraight, let lane = model.laneIndex(of: entry), !facts.bufferIsReplay else { return nil }
            let store = StoreWords(facts: facts, lane: lane)
            return store.waitsFor ?? words.nobodyAsks(before: entry.sequence, store)
        case .subscribed, .request, .value, .returned, .finished, .failure, .cancel, .offered, .unbuffered, .state, .note,
            .causeLink:
            return nil
        }
    }

    // MARK: Words

    /// The time for which a departing value was held; `nil` if it went straight through or was not held.
    private func waited(_ entry: TraceEntry) -> String? {
        guard let arrival = model.arrival(endedBy: entry), entry.time > arrival.time else { return nil }
        return Seconds.duration(nanoseconds: entry.time - arrival.time)
    }

    private func isPaceTimer(_ entry: TraceEntry) -> Bool {
        entry.kind == .request && entry.cause == nil && model.laneIndex(of: entry).map(facts.isPaced(lane:)) == true
    }

    private func demand(_ entry: TraceEntry) -> String { (entry.event.demand ?? .none).description }

    /// `the buffer`, `the output`; the lane's name if there are several outputs, or lanes show operators.
    private func subject(_ entry: TraceEntry) -> String {
        guard let lane = model.laneIndex(of: entry), model.hasDeclaredLanes else { return model.label(of: entry) }
        let spec = model.lanes[lane].spec
        guard spec.role == .output else { return "the \(spec.name)" }
        return facts.onlyOutput == lane ? "the output" : spec.name
    }

    private func capitalised(_ text: String) -> String {
        model.hasDeclaredLanes ? text.prefix(1).uppercased() + text.dropFirst() : text
    }
}
