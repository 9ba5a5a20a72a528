import FlowOperators
import FlowTrace

/// What one operator holds for one subscriber, followed from what passes its edges.
///
/// Every input appends what happened in the store, in order. Calls are numbered; a number stands for the call that an input happened in.
struct HoldingOperator: Sendable {
    /// More calls than this never deliver at once; in a damaged trace they may seem to.
    private static let batchLimit = 64

    /// The edge below it.
    let edge: Int
    let rule: HoldingRule
    /// The most values it holds; `nil` without limit.
    var capacity: Int?
    /// What it does when it is full.
    var overflow = HoldingOverflow.dropNewest

    private(set) var inputs: [HeldValues] = []
    /// What is open of the demand, as the operator counts it.
    private var demand = Demand.none
    /// Values taken out to be delivered within a call, and the demand returned for them so far; nearly always one such call.
    private var batches: [(call: Int, values: WaitingList<HeldValue>, returned: Demand)] = []
    /// The call that delivers on although the subscriber has cancelled.
    private var cancelledIn: Int?
    private var isOver = false
    /// With so many inputs, those that are empty are looked for.
    private var inputLimit = 64

    init(above edge: Int, rule: HoldingRule) {
        self.edge = edge
        self.rule = rule
    }

    /// The steps that it costs to look through its inputs, beyond what every record may cost.
    var cost: Int {
        inputs.count / 16
    }

    /// How many values it holds, those of a batch included.
    var count: Int {
        inputs.reduce(0) { $0 + $1.values.count } + batches.reduce(0) { $0 + $1.values.count }
    }

    /// Changes how each value is told.
    mutating func retell(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for place in inputs.indices { inputs[place].retell(change) }
        for place in batches.indices { batches[place].values.update { $0.payload = change($0.payload) } }
    }

    // MARK: Values

    /// A value is delivered to the operator.
    mutating func receive(_ value: HeldValue, from edge: Int, in call: Int, _ changes: inout [HoldingChange]) {
        let place = place(of: edge)
        guard !isOver else { return }
        switch rule.entering {
        case .always: admit(value, at: place, &changes)
        case .unlessPassedOn: inputs[place].begin(value, in: call)
        case .whileDemanded:
            guard demand != .none else {
                changes.append(change(.dropped(.noDemand), value, place))
                return
            }
            if inputs[place].values.isEmpty { demand.spend() }
            admit(value, at: place, &changes)
        }
    }

    /// The delivery of a value to the operator has returned.
    mutating func didReceive(from edge: Int, in call: Int, _ changes: inout [HoldingChange]) {
        let place = place(of: edge)
        guard let value = inputs[place].end(call), !isOver else { return }
        admit(value, at: place, &changes)
    }

    private mutating func admit(_ value: HeldValue, at place: Int, _ changes: inout [HoldingChange]) {
        switch rule.keeping {
        case .everything: break
        case .nothing:
            changes.append(change(.dropped(.noDemand), value, place))
            return
        case .newest:
            removeAll(at: place, .dropped(.superseded), &changes)
        case .newestOrOldest:
            guard overflow != .dropNewest || inputs[place].values.isEmpty else {
                changes.append(change(.dropped(.overflowNewest), value, place))
                return
            }
            removeAll(at: place, .dropped(.superseded), &changes)
        case .limited:
            if let capacity, inputs[place].values.count >= capacity, !makeRoom(for: value, at: place, &changes) { return }
        }
        inputs[place].values.append(value)
        changes.append(change(.buffered, value, place))
    }

    /// Whether there is room for a value now, in an operator that is full.
    private mutating func makeRoom(for value: HeldValue, at place: Int, _ changes: inout [HoldingChange]) -> Bool {
        switch overflow {
        case .dropNewest: changes.append(change(.dropped(.overflowNewest), value, place))
        case .fail: changes.append(change(.dropped(.error), value, place))
        case .dropOldest:
            takeOldest(at: place, .dropped(.overflowOldest), &changes)
            return true
        }
        return false
    }

    /// The operator delivers a value within a call; the ends of those up to `lastLost` are missing.
    mutating func send(in call: Int, after lastLost: Int, _ changes: inout [HoldingChange]) {
        switch rule.leaving {
        case .all: removeAll(.unbuffered, &changes)
        case .oldestOfEach: for place in inputs.indices { takeOldest(at: place, .unbuffered, &changes) }
        case .batch: for place in inputs.indices { takeOfBatch(at: place, in: call, &changes) }
        case .oldest:
            if inputs.indices.contains(where: { inputs[$0].end(call) != nil }) {
                // It was passed on past those that are held.
                if rule.keeping == .newest { removeAll(.dropped(.superseded), &changes) }
            } else if let place = placeOfOldest() {
                takeOldest(at: place, .unbuffered, &changes)
            } else {
                takeInTransit(after: lastLost, &changes)
            }
        }
    }

    /// The subscriber has taken a value delivered within a call, and returned demand.
    mutating func didSend(returning returned: Demand, in call: Int) {
        guard rule.leaving == .batch, let place = batches.firstIndex(where: { $0.call == call }) else {
            demand = demand + returned
            return
        }
        batches[place].returned = batches[place].returned + returned
        guard batches[place].values.isEmpty else { return }
        demand = demand + batches.remove(at: place).returned
    }

    private mutating func takeOldest(at place: Int, _ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        guard let oldest = inputs[place].values.popFirst() else { return }
        changes.append(change(kind, oldest, place))
    }

    private mutating func removeAll(_ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        for place in inputs.indices { removeAll(at: place, kind, &changes) }
    }

    private mutating func removeAll(at place: Int, _ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        for value in inputs[place].values.removeAll() { changes.append(change(kind, value, place)) }
    }

    private mutating func takeOfBatch(at place: Int, in call: Int, _ changes: inout [HoldingChange]) {
        let batch = batch(of: call)
        if batches[batch].values.isEmpty {
            for _ in 0..<min(inputs[place].values.count, max(1, demand.count ?? .max)) {
                guard let value = inputs[place].values.popFirst() else { break }
                batches[batch].values.append(value)
                demand.spend()
            }
        }
        guard let value = batches[batch].values.popFirst() else { return }
        changes.append(change(.unbuffered, value, place))
    }

    private mutating func batch(of call: Int) -> Int {
        if let known = batches.firstIndex(where: { $0.call == call }) { return known }
        if batches.count == HoldingOperator.batchLimit { batches.removeFirst() }
        batches.append((call, WaitingList(), .none))
        return batches.count - 1
    }

    private func placeOfOldest() -> Int? {
        inputs.indices.filter { !inputs[$0].values.isEmpty }
            .min { (inputs[$0].values.first?.sequence ?? 0) < (inputs[$1].values.first?.sequence ?? 0) }
    }

    /// Another thread delivers what the call that brought it has not returned for yet.
    private mutating func takeInTransit(after lastLost: Int, _ changes: inout [HoldingChange]) {
        for place in inputs.indices {
            guard let value = inputs[place].end(after: lastLost) else { continue }
            changes += [change(.buffered, value, place), change(.unbuffered, value, place)]
            return
        }
    }

    // MARK: Demand and ends

    /// The subscriber asks for values.
    mutating func request(_ more: Demand) {
        guard !isOver else { return }
        demand = demand + more
    }

    /// The subscriber cancels, within the delivery of a value where `delivering` names the call that delivers.
    mutating func cancel(upstreamHasEnded: Bool, delivering: Int?, _ changes: inout [HoldingChange]) {
        switch rule.cancelling {
        case .dropsUnlessUpstreamEnded where upstreamHasEnded: break
        case .dropsAfterDelivering where delivering != nil: cancelledIn = delivering
        case .drops, .dropsAfterDelivering, .dropsUnlessUpstreamEnded: drop(.cancelled, &changes)
        }
    }

    /// A call has returned.
    mutating func didReturn(_ call: Int, _ changes: inout [HoldingChange]) {
        guard cancelledIn == call else { return }
        drop(.cancelled, &changes)
    }

    /// The upstream of an input has ended.
    mutating func upstreamEnded(isFailure: Bool, _ changes: inout [HoldingChange]) {
        guard rule.dropsAtUpstreamEnd else { return }
        drop(isFailure ? .error : .cancelled, &changes)
    }

    /// The subscriber gets the completion: what is held still will never be asked for.
    mutating func complete(isFailure: Bool, _ changes: inout [HoldingChange]) {
        drop(isFailure ? .error : .cancelled, &changes)
    }

    private mutating func drop(_ reason: DropReason, _ changes: inout [HoldingChange]) {
        isOver = true
        removeAll(.dropped(reason), &changes)
    }

    // MARK: Inputs

    /// The edge that tells of what it holds of an input: one for all inputs, unless a value leaves of each at once.
    mutating func store(of input: Int, declare: (Int?) -> EdgeID) -> EdgeID {
        let isOneOfMany = rule.leaving == .oldestOfEach
        let place = isOneOfMany ? place(of: input) : 0
        if let known = inputs[place].store { return known }
        let id = declare(isOneOfMany ? place : nil)
        inputs[place].store = id
        return id
    }

    private mutating func place(of edge: Int) -> Int {
        if let place = inputs.firstIndex(where: { $0.input == edge }) { return place }
        if inputs.count >= inputLimit { forgetEmptyInputs() }
        inputs.append(HeldValues(input: edge))
        return inputs.count - 1
    }

    /// Lets go of inputs that are over, as those of a `flatMap` come to be; the first knows where all of them are told.
    private mutating func forgetEmptyInputs() {
        guard rule.leaving != .oldestOfEach, let first = inputs.first else { return }
        inputs = [first] + inputs.dropFirst().filter { !$0.isEmpty }
        inputLimit = max(64, 2 * inputs.count)
    }

    private func change(_ kind: HoldingChange.Kind, _ value: HeldValue, _ place: Int) -> HoldingChange {
        HoldingChange(edge: edge, kind: kind, value: value, input: inputs[place].input)
    }
}

/// Something that happened in a store.
struct HoldingChange: Equatable {
    /// Which kind of event it is.
    enum Kind: Equatable {
        case buffered, unbuffered
        case dropped(DropReason)
    }

    /// The edge below the operator.
    let edge: Int
    let kind: Kind
    let value: HeldValue
    /// The edge that brought the value.
    let input: Int
}

/// What a limited store does with one value too many; the raw values are those of ``FlowTrace/HookHint/whenFull``.
enum HoldingOverflow: UInt64, Sendable {
    case dropNewest = 0
    case dropOldest = 1
    case fail = 2
}
