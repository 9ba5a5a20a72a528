import FlowOperators
import FlowTrace

/// What one operator holds for one subscriber, derived from the signals on its edges.
///
/// Every function appends what happens in the store to `changes`, in order. A `call` is the number of the call that the signal came in.
struct HoldingOperator: Sendable {
    /// The most calls that deliver at once; only a damaged trace has more.
    private static let batchLimit = 64

    /// The edge below it.
    let edge: TracedEdge.Index
    let rule: HoldingRule
    /// The most values it holds; `nil` without limit.
    var capacity: Int?
    var overflow = HoldingOverflow.dropNewest

    private(set) var inputs: [HeldValues] = []
    /// Outstanding demand as the operator counts it.
    private var demand = Demand.none
    /// Whether all that was asked for and sent is known, so that ``demand`` is how many values it sends at once.
    private var isDemandKnown = true
    /// Values removed to be delivered within a call, and the demand returned for them so far; nearly always one such call.
    private var batches: [(call: Int, values: ArrivalQueue<HeldValue>, returned: Demand)] = []
    /// The call that goes on delivering although the subscriber has cancelled.
    private var cancelledIn: Int?
    private var isOver = false
    /// With this many inputs, the empty ones are removed.
    private var inputLimit = 64

    init(above edge: TracedEdge.Index, rule: HoldingRule) {
        self.edge = edge
        self.rule = rule
    }

    /// The steps that searching its inputs costs, beyond those of every record.
    var cost: Int { inputs.count / 16 }

    mutating func rewritePayloads(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for index in inputs.indices { inputs[index].rewritePayloads(change) }
        for index in batches.indices { batches[index].values.update { $0.payload = change($0.payload) } }
    }

    // MARK: Values

    /// A value is delivered to the operator.
    mutating func receive(_ value: HeldValue, from edge: TracedEdge.Index, in call: Int, _ changes: inout [HoldingChange]) {
        let index = index(of: edge)
        guard !isOver else { return }
        switch rule.entering {
        case .always: admit(value, at: index, &changes)
        case .unlessPassedOn: inputs[index].begin(value, in: call)
        case .whileDemanded:
            guard demand != .none else {
                changes.append(change(.dropped(.noDemand), value, index))
                return
            }
            if inputs[index].values.isEmpty { demand.spend() }
            admit(value, at: index, &changes)
        }
    }

    /// The delivery of a value to the operator has returned.
    mutating func didReceive(from edge: TracedEdge.Index, in call: Int, _ changes: inout [HoldingChange]) {
        let index = index(of: edge)
        guard let value = inputs[index].end(call), !isOver else { return }
        admit(value, at: index, &changes)
    }

    private mutating func admit(_ value: HeldValue, at index: Int, _ changes: inout [HoldingChange]) {
        switch rule.keeping {
        case .everything: break
        case .nothing:
            changes.append(change(.dropped(.noDemand), value, index))
            return
        case .newest:
            removeAll(at: index, .dropped(.superseded), &changes)
        case .newestOrOldest:
            guard overflow != .dropNewest || inputs[index].values.isEmpty else {
                changes.append(change(.dropped(.overflowNewest), value, index))
                return
            }
            removeAll(at: index, .dropped(.superseded), &changes)
        case .limited:
            if let capacity, inputs[index].values.count >= capacity, !makeRoom(for: value, at: index, &changes) { return }
        }
        inputs[index].values.append(value)
        changes.append(change(.buffered, value, index))
    }

    /// Makes room in a full operator; returns whether the value can enter.
    private mutating func makeRoom(for value: HeldValue, at index: Int, _ changes: inout [HoldingChange]) -> Bool {
        switch overflow {
        case .dropNewest: changes.append(change(.dropped(.overflowNewest), value, index))
        case .fail: changes.append(change(.dropped(.error), value, index))
        case .dropOldest:
            removeOldest(at: index, .dropped(.overflowOldest), &changes)
            return true
        }
        return false
    }

    /// The operator delivers a value within a call; the ends of the calls up to `lastLost` are missing.
    mutating func send(in call: Int, after lastLost: Int, _ changes: inout [HoldingChange]) {
        switch rule.leaving {
        case .all: removeAll(.unbuffered, &changes)
        case .oldestOfEach: for index in inputs.indices { removeOldest(at: index, .unbuffered, &changes) }
        case .batch: for index in inputs.indices { sendFromBatch(at: index, in: call, &changes) }
        case .oldest:
            if inputs.indices.contains(where: { inputs[$0].end(call) != nil }) {
                // It overtook the values that are held.
                if rule.keeping == .newest { removeAll(.dropped(.superseded), &changes) }
            } else if let index = indexOfOldest() {
                removeOldest(at: index, .unbuffered, &changes)
            } else {
                sendInTransit(after: lastLost, &changes)
            }
        }
    }

    /// The subscriber has received a value within a call, and returned demand.
    mutating func didSend(returning returned: Demand, in call: Int) {
        guard rule.leaving == .batch, let index = batches.firstIndex(where: { $0.call == call }) else {
            demand = demand + returned
            return
        }
        batches[index].returned = batches[index].returned + returned
        guard batches[index].values.isEmpty else { return }
        demand = demand + batches.remove(at: index).returned
    }

    private mutating func removeOldest(at index: Int, _ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        guard let oldest = inputs[index].values.popFirst() else { return }
        changes.append(change(kind, oldest, index))
    }

    private mutating func removeAll(_ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        for index in inputs.indices { removeAll(at: index, kind, &changes) }
    }

    private mutating func removeAll(at index: Int, _ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        for value in inputs[index].values.removeAll() { changes.append(change(kind, value, index)) }
    }

    private mutating func sendFromBatch(at index: Int, in call: Int, _ changes: inout [HoldingChange]) {
        let batch = batch(of: call)
        if batches[batch].values.isEmpty {
            let room = isDemandKnown ? max(1, demand.count ?? .max) : 1
            for _ in 0..<min(inputs[index].values.count, room) {
                guard let value = inputs[index].values.popFirst() else { break }
                batches[batch].values.append(value)
                demand.spend()
            }
        }
        guard let value = batches[batch].values.popFirst() else { return }
        changes.append(change(.unbuffered, value, index))
    }

    private mutating func batch(of call: Int) -> Int {
        if let known = batches.firstIndex(where: { $0.call == call }) { return known }
        if batches.count == HoldingOperator.batchLimit { batches.removeFirst() }
        batches.append((call, ArrivalQueue(), .none))
        return batches.count - 1
    }

    private func indexOfOldest() -> Int? {
        inputs.indices.filter { !inputs[$0].values.isEmpty }
            .min { (inputs[$0].values.first?.sequence ?? 0) < (inputs[$1].values.first?.sequence ?? 0) }
    }

    /// Another thread delivers a value whose bringing call has not returned yet.
    private mutating func sendInTransit(after lastLost: Int, _ changes: inout [HoldingChange]) {
        for index in inputs.indices {
            guard let value = inputs[index].end(after: lastLost) else { continue }
            changes += [change(.buffered, value, index), change(.unbuffered, value, index)]
            return
        }
    }

    // MARK: Demand and ends

    /// Records of what was asked for and sent are missing: what calls were thought to send waits again.
    mutating func doubtDemand() {
        isDemandKnown = false
        for index in inputs.indices.prefix(1) where !batches.isEmpty {
            inputs[index].values = ArrivalQueue(batches.flatMap(\.values.elements) + inputs[index].values.elements)
        }
        batches = []
    }

    /// The subscriber asks for values.
    mutating func request(_ more: Demand) {
        guard !isOver else { return }
        demand = demand + more
    }

    /// The subscriber cancels, within the call `delivering` if that is delivering a value.
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

    mutating func upstreamEnded(isFailure: Bool, _ changes: inout [HoldingChange]) {
        guard rule.dropsAtUpstreamEnd else { return }
        drop(isFailure ? .error : .cancelled, &changes)
    }

    /// The subscriber gets the completion: what is still held is lost.
    mutating func complete(isFailure: Bool, _ changes: inout [HoldingChange]) {
        drop(isFailure ? .error : .cancelled, &changes)
    }

    private mutating func drop(_ reason: DropReason, _ changes: inout [HoldingChange]) {
        isOver = true
        removeAll(.dropped(reason), &changes)
    }

    /// Begins anew, with the same store edges; what is still held is lost.
    mutating func restart(capacity: Int?, overflow: HoldingOverflow, _ changes: inout [HoldingChange]) {
        drop(.cancelled, &changes)
        (self.capacity, self.overflow) = (capacity, overflow)
        (demand, isDemandKnown, batches, cancelledIn, isOver) = (.none, true, [], nil, false)
        for index in inputs.indices { inputs[index].forgetTransit() }
    }

    // MARK: Inputs

    /// The edge that reports what it holds from an input: one for all inputs, unless a value of each leaves at once.
    mutating func store(of input: TracedEdge.Index, declare: (Int?) -> EdgeID) -> EdgeID {
        let isOneOfMany = rule.leaving == .oldestOfEach
        let index = isOneOfMany ? index(of: input) : 0
        if let known = inputs[index].store { return known }
        let id = declare(isOneOfMany ? index : nil)
        inputs[index].store = id
        return id
    }

    private mutating func index(of edge: TracedEdge.Index) -> Int {
        if let index = inputs.firstIndex(where: { $0.input == edge }) { return index }
        if inputs.count >= inputLimit { forgetEmptyInputs() }
        inputs.append(HeldValues(input: edge))
        return inputs.count - 1
    }

    /// Removes empty inputs, such as the ended ones of a `flatMap`; the first stays, because it knows the common store.
    private mutating func forgetEmptyInputs() {
        guard rule.leaving != .oldestOfEach, let first = inputs.first else { return }
        inputs = [first] + inputs.dropFirst().filter { !$0.isEmpty }
        inputLimit = max(64, 2 * inputs.count)
    }

    private func change(_ kind: HoldingChange.Kind, _ value: HeldValue, _ index: Int) -> HoldingChange {
        HoldingChange(edge: edge, kind: kind, value: value, input: inputs[index].input)
    }
}

/// Something that happened in a store.
struct HoldingChange: Equatable {
    enum Kind: Equatable {
        case buffered, unbuffered
        case dropped(DropReason)
    }

    /// The edge below the operator.
    let edge: TracedEdge.Index
    let kind: Kind
    let value: HeldValue
    /// The edge that brought the value.
    let input: TracedEdge.Index
}

/// What a limited store does with one value too many; the raw values are those of ``FlowTrace/HookHint/whenFull``.
enum HoldingOverflow: UInt64, Sendable {
    case dropNewest = 0
    case dropOldest = 1
    case fail = 2
}
