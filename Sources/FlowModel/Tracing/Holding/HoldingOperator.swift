import FlowTrace

/// What one operator holds for one subscriber, followed from what passes its edges.
///
/// Every input returns what happened in the store, in order. Calls are numbered; a number stands for the call that an input happened in.
struct HoldingOperator: Sendable {
    let rule: HoldingRule
    /// The most values it holds; `nil` without limit.
    var capacity: Int?
    /// What it does when it is full.
    var overflow = HoldingOverflow.dropNewest

    private(set) var inputs: [HeldValues] = []
    /// What is open of the demand, as the operator counts it.
    private var demand = Demand.none
    /// Values taken out to be delivered within a call, and the demand returned for them so far.
    private(set) var batches: [Int: (values: [HeldValue], returned: Demand)] = [:]
    /// The call that delivers on although the subscriber has cancelled.
    private var cancelledIn: Int?
    private var isOver = false

    init(rule: HoldingRule) {
        self.rule = rule
    }

    /// How many values it holds, those of a batch included.
    var count: Int {
        inputs.reduce(0) { $0 + $1.values.count } + batches.values.reduce(0) { $0 + $1.values.count }
    }

    /// Changes how each value is told.
    mutating func retell(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for place in inputs.indices { inputs[place].retell(change) }
        for (call, batch) in batches {
            batches[call]?.values = batch.values.map { HeldValue(payload: change($0.payload), sequence: $0.sequence) }
        }
    }

    // MARK: Values

    /// A value is delivered to the operator.
    mutating func receive(_ value: HeldValue, from edge: Int, in call: Int) -> [HoldingChange] {
        let place = place(of: edge)
        guard !isOver else { return [] }
        switch rule.entering {
        case .always: return admit(value, at: place)
        case .unlessPassedOn:
            inputs[place].begin(value, in: call)
            return []
        case .whileDemanded:
            guard demand != .none else { return [change(.dropped(.noDemand), value, place)] }
            if inputs[place].values.isEmpty { demand.spend() }
            return admit(value, at: place)
        }
    }

    /// The delivery of a value to the operator has returned.
    mutating func didReceive(from edge: Int, in call: Int) -> [HoldingChange] {
        let place = place(of: edge)
        guard let value = inputs[place].end(call), !isOver else { return [] }
        return admit(value, at: place)
    }

    private mutating func admit(_ value: HeldValue, at place: Int) -> [HoldingChange] {
        switch rule.keeping {
        case .everything: break
        case .nothing: return [change(.dropped(.noDemand), value, place)]
        case .newest: return replace(by: value, at: place)
        case .newestOrOldest:
            guard overflow == .dropNewest, !inputs[place].values.isEmpty else { return replace(by: value, at: place) }
            return [change(.dropped(.overflowNewest), value, place)]
        case .limited:
            if let capacity, inputs[place].values.count >= capacity { return overflow(with: value, at: place) }
        }
        inputs[place].append(value)
        return [change(.buffered, value, place)]
    }

    /// A value was passed on past those that are held.
    private mutating func supersede() -> [HoldingChange] {
        guard rule.keeping == .newest else { return [] }
        return inputs.indices.flatMap { place in
            inputs[place].removeAll().map { change(.dropped(.superseded), $0, place) }
        }
    }

    private mutating func replace(by value: HeldValue, at place: Int) -> [HoldingChange] {
        let old = inputs[place].removeAll().map { change(.dropped(.superseded), $0, place) }
        inputs[place].append(value)
        return old + [change(.buffered, value, place)]
    }

    private mutating func overflow(with value: HeldValue, at place: Int) -> [HoldingChange] {
        switch overflow {
        case .dropNewest: return [change(.dropped(.overflowNewest), value, place)]
        case .fail: return [change(.dropped(.error), value, place)]
        case .dropOldest:
            let oldest = inputs[place].removeFirst().map { [change(.dropped(.overflowOldest), $0, place)] } ?? []
            inputs[place].append(value)
            return oldest + [change(.buffered, value, place)]
        }
    }

    /// The operator delivers a value within a call.
    mutating func send(in call: Int) -> [HoldingChange] {
        switch rule.leaving {
        case .all: return inputs.indices.flatMap { place in inputs[place].removeAll().map { change(.unbuffered, $0, place) } }
        case .oldestOfEach: return inputs.indices.flatMap { takeOldest(at: $0) }
        case .batch: return inputs.indices.flatMap { takeOfBatch(at: $0, in: call) }
        case .oldest:
            if inputs.indices.contains(where: { inputs[$0].end(call) != nil }) { return supersede() }
            guard let place = placeOfOldest() else { return takeInTransit() }
            return takeOldest(at: place)
        }
    }

    /// The subscriber has taken a value delivered within a call, and returned demand.
    mutating func didSend(returning returned: Demand, in call: Int) {
        guard rule.leaving == .batch, let batch = batches[call] else {
            demand = demand + returned
            return
        }
        batches[call]?.returned = batch.returned + returned
        guard batch.values.isEmpty else { return }
        batches[call] = nil
        demand = demand + batch.returned + returned
    }

    private mutating func takeOldest(at place: Int) -> [HoldingChange] {
        inputs[place].removeFirst().map { [change(.unbuffered, $0, place)] } ?? []
    }

    private mutating func takeOfBatch(at place: Int, in call: Int) -> [HoldingChange] {
        if batches[call]?.values.isEmpty ?? true {
            let count = min(inputs[place].values.count, max(1, demand.count ?? .max))
            let taken = (0..<count).compactMap { _ in inputs[place].removeFirst() }
            for _ in taken { demand.spend() }
            batches[call] = (taken, batches[call]?.returned ?? .none)
        }
        guard batches[call]?.values.isEmpty == false, let value = batches[call]?.values.removeFirst() else { return [] }
        return [change(.unbuffered, value, place)]
    }

    private func placeOfOldest() -> Int? {
        inputs.indices.filter { !inputs[$0].values.isEmpty }
            .min { (inputs[$0].values.first?.sequence ?? 0) < (inputs[$1].values.first?.sequence ?? 0) }
    }

    /// Another thread delivers what the call that brought it has not returned for yet.
    private mutating func takeInTransit() -> [HoldingChange] {
        for place in inputs.indices {
            guard let value = inputs[place].end(nil) else { continue }
            return [change(.buffered, value, place), change(.unbuffered, value, place)]
        }
        return []
    }

    // MARK: Demand and ends

    /// The subscriber asks for values.
    mutating func request(_ more: Demand) {
        guard !isOver else { return }
        demand = demand + more
    }

    /// The subscriber cancels, within the delivery of a value where `delivering` names the call that delivers.
    mutating func cancel(upstreamHasEnded: Bool, delivering: Int?) -> [HoldingChange] {
        switch rule.cancelling {
        case .dropsUnlessUpstreamEnded where upstreamHasEnded: return []
        case .dropsAfterDelivering where delivering != nil:
            cancelledIn = delivering
            return []
        case .drops, .dropsAfterDelivering, .dropsUnlessUpstreamEnded: return drop(.cancelled)
        }
    }

    /// A call has returned.
    mutating func didReturn(_ call: Int) -> [HoldingChange] {
        guard cancelledIn == call else { return [] }
        return drop(.cancelled)
    }

    /// The upstream of an input has ended.
    mutating func upstreamEnded(isFailure: Bool) -> [HoldingChange] {
        rule.dropsAtUpstreamEnd ? drop(isFailure ? .error : .cancelled) : []
    }

    /// The subscriber gets the completion: what is held still will never be asked for.
    mutating func complete(isFailure: Bool) -> [HoldingChange] {
        drop(isFailure ? .error : .cancelled)
    }

    private mutating func drop(_ reason: DropReason) -> [HoldingChange] {
        isOver = true
        return inputs.indices.flatMap { place in inputs[place].removeAll().map { change(.dropped(reason), $0, place) } }
    }

    // MARK: Inputs

    private mutating func place(of edge: Int) -> Int {
        if let place = inputs.firstIndex(where: { $0.input == edge }) { return place }
        inputs.append(HeldValues(input: edge))
        return inputs.count - 1
    }

    private func change(_ kind: HoldingChange.Kind, _ value: HeldValue, _ place: Int) -> HoldingChange {
        HoldingChange(kind: kind, value: value, input: inputs[place].input)
    }
}
