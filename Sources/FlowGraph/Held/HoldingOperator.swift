import FlowOperators
import FlowTrace

/// The buffer of one operator for one subscriber, derived from the signals on its edges.
///
/// Each function appends the store's changes to `changes`, in order. A `call` is the number of the call that brought the signal.
struct HoldingOperator: Sendable {
    /// The most concurrent deliveries; only a damaged trace has more.
    private static let batchLimit = 64

    /// The edge below it.
    let edge: TracedEdge.Index
    let rule: HoldingRule
    /// The most values it holds; `nil` if unlimited.
    var capacity: Int?
    var overflow = OverflowPolicy.dropNewest

    var inputs: [HeldValues] = []
    /// Outstanding demand as the operator counts it.
    var demand = Demand.none
    /// Whether all requests and deliveries are known, so that ``demand`` is exact; otherwise it is a lower bound.
    var isDemandKnown = true
    /// Whether it may hold values besides the ones in ``inputs``, because records of their fate are missing.
    var mayHoldMore = false
    /// Whether it has since delivered a value in a call with a recorded beginning, so that it is not inside one without.
    var isSeen = false
    /// Values removed for delivery within a call, and the demand returned for them so far; nearly always one such call.
    var batches: [(call: Int, values: ArrivalQueue<HeldValue>, returned: Demand)] = []
    /// The call that continues to deliver after the subscriber has cancelled.
    var cancelledIn: Int?
    var isOver = false
    /// Whether its upstream has failed.
    var hasFailedAbove = false
    /// Values that have left but are not yet recorded by the subscriber, with the events of their departure.
    var handed: [(value: HeldValue, sequence: Int?)] = []
    /// A value that has arrived and may be dropped at once, with its input.
    var arriving: (index: Int, value: HeldValue)?
    /// Whether the numbers of values are known, because no record is missing.
    var isNumbered = true
    /// The number of its inputs, with and without a value so far.
    var inputCount = 0
    /// For an operator that combines the newest of each input: by due output, the inputs whose oldest values leave with it.
    var due = ArrivalQueue<[Int]>()
    /// For one that iterates its inputs: whether it has sent an output.
    var hasCombined = false
    /// For one that iterates its inputs: the number of outputs after the first that count as those of values whose inputs have not
    /// been asked again.
    var unsettled = 0
    /// For one that iterates its inputs: the number of outputs that some of the values recorded as successors made.
    var undecided = 0
    /// For one that iterates its inputs: the event of the last departure, of a value that is part of every output until a newer one is.
    private var lastDeparture: Int?
    /// The number of inputs at which the empty ones are removed.
    var inputLimit = 64

    init(above edge: TracedEdge.Index, rule: HoldingRule) {
        self.edge = edge
        self.rule = rule
    }

    /// The cost of searching its inputs, in steps beyond those of every record.
    var cost: Int { inputs.count / 16 }

    mutating func rewritePayloads(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for index in inputs.indices { inputs[index].rewritePayloads(change) }
        for index in batches.indices { batches[index].values.update { $0.payload = change($0.payload) } }
        if let payload = arriving?.value.payload { arriving?.value.payload = change(payload) }
    }

    // MARK: Values

    /// Marks an input as a signal: its values only release the values of another input.
    mutating func takeForSignal(_ edge: TracedEdge.Index) { inputs[index(of: edge)].isSignal = true }

    /// Records the beginning of a value's delivery to the operator.
    mutating func receive(_ value: HeldValue, from edge: TracedEdge.Index, in call: Int, _ changes: inout [HoldingChange]) {
        let index = index(of: edge)
        guard !isOver else {
            // The value was still in progress in one of its tasks.
            if rule.leaving == .equal { append(.refused(.cancelled), value, index, &changes) }
            return
        }
        switch rule.entering {
        case .always where mayRefuse: arriving = (index, value)
        case .always: admit(value, at: index, &changes)
        case .unlessPassedOn: inputs[index].begin(value, in: call)
        case .whileDemanded:
            // Without exact demand, its fate is unknown.
            guard demand != .none || isDemandKnown else { return }
            guard demand != .none else {
                append(.dropped(.noDemand), value, index, &changes)
                return
            }
            if inputs[index].values.isEmpty { demand.spend() }
            admit(value, at: index, &changes)
        }
    }

    /// Records the return of a value's delivery to the operator.
    mutating func didReceive(from edge: TracedEdge.Index, in call: Int, _ changes: inout [HoldingChange]) {
        let index = index(of: edge)
        guard let value = inputs[index].end(call), !isOver else { return }
        admit(value, at: index, &changes)
    }

    private mutating func admit(_ value: HeldValue, at index: Int, _ changes: inout [HoldingChange]) {
        guard rule.leaving != .newestOfEach else { return combine(value, at: index, &changes) }
        switch rule.keeping {
        case .everything, .asRecorded, .oneAsTold: break
        case .nothing:
            append(.dropped(.noDemand), value, index, &changes)
            return
        case .newest:
            removeAll(at: index, .dropped(.superseded), &changes)
        case .newestOrOldest:
            guard overflow != .dropNewest || inputs[index].values.isEmpty else {
                append(.dropped(.overflowNewest), value, index, &changes)
                return
            }
            removeAll(at: index, .dropped(.superseded), &changes)
        case .limited:
            if let capacity, inputs[index].values.count >= capacity, !makeRoom(for: value, at: index, &changes) { return }
        }
        if rule.keeping == .asRecorded, let capacity { handOver(from: index, above: capacity - 1, &changes) }
        if rule.keeping == .oneAsTold { handOver(from: index, above: 0, &changes) }
        inputs[index].values.append(value)
        let isFull = mayHoldMore && isFull(index)
        // No report needs a correction.
        if isFull, !inputs[0].isMarked { mayHoldMore = false }
        append(.buffered, value, index, &changes)
        if isFull { knowHeld(&changes) }
        if rule.keeping == .asRecorded, capacity == 0 { handOver(from: index, above: 0, &changes) }
    }

    /// Removes the oldest value of a full operator: it has left for the subscriber, whose record of it follows later.
    private mutating func handOver(from index: Int, above limit: Int, _ changes: inout [HoldingChange]) {
        guard inputs[index].values.count > max(0, limit), let oldest = inputs[index].values.popFirst() else { return }
        append(.unbuffered, oldest, index, &changes)
        hand(oldest)
    }

    /// Expects the subscriber's record of a value that has left.
    mutating func hand(_ value: HeldValue) {
        if handed.count == HoldingOperator.batchLimit { handed.removeFirst() }
        handed.append((value, nil))
    }

    /// Stores the event of a value's departure for the subscriber.
    mutating func report(_ value: HeldValue, as sequence: Int) {
        if iteratesInputs { lastDeparture = sequence }
        guard let index = handed.lastIndex(where: { $0.value == value }) else { return }
        handed[index].sequence = sequence
    }

    /// Whether the known values leave no room for others.
    private func isFull(_ index: Int) -> Bool {
        switch rule.keeping {
        case .everything, .nothing, .asRecorded, .oneAsTold: false
        case .newest, .newestOrOldest: true
        case .limited: capacity.map { inputs[index].values.count >= $0 } ?? false
        }
    }

    /// Makes room in a full operator; returns whether the value can enter.
    private mutating func makeRoom(for value: HeldValue, at index: Int, _ changes: inout [HoldingChange]) -> Bool {
        switch overflow {
        case .dropNewest, .wait, .unknown: append(.dropped(.overflowNewest), value, index, &changes)
        case .fail: append(.refused(.error), value, index, &changes)
        case .stopProducer: return true
        case .dropOldest:
            removeOldest(at: index, .dropped(.overflowOldest), &changes)
            return true
        }
        return false
    }

    /// Records a delivery by the operator within a call. Records of the calls up to `lastLost` are missing.
    ///
    /// - Parameters:
    ///   - count: The number of values that it was made of; 0 if not recorded.
    ///   - chosen: The event that brought the value, for an operator that matches by equality.
    /// - Returns: The event of the value's departure, if it left earlier.
    @discardableResult
    mutating func send(
        in call: Int, after lastLost: Int, count: UInt32 = 0, chosen: Int? = nil, _ changes: inout [HoldingChange]
    ) -> Int? {
        guard handed.isEmpty else { return handed.removeFirst().sequence }
        if rule.leaving == .equal { remove(chosen, &changes) } else { take(in: call, after: lastLost, count: count, &changes) }
        return lastDeparture
    }

    private mutating func take(in call: Int, after lastLost: Int, count: UInt32, _ changes: inout [HoldingChange]) {
        switch rule.leaving {
        case .counted:
            for index in inputs.indices {
                let leaving = inputs[index].isSignal ? inputs[index].values.count : min(Int(count), inputs[index].values.count)
                for _ in 0..<leaving { removeOldest(at: index, .unbuffered, &changes) }
            }
        case .all:
            removeAll(.unbuffered, &changes)
            knowHeld(&changes)
        case .newestOfEach: sendCombined(&changes)
        case .oldestOfEach: for index in inputs.indices { removeOldest(at: index, .unbuffered, &changes) }
        case .equal: break
        // None of the known values has left.
        case .batch where inputs.isEmpty: demand.spend()
        case .batch: for index in inputs.indices { sendFromBatch(at: index, in: call, &changes) }
        case .oldest:
            if rule.deliversWhileDemanded { demand.spend() }
            if inputs.allSatisfy(\.values.isEmpty) { settleArrival(&changes) }
            if inputs.indices.contains(where: { inputs[$0].end(call) != nil }) {
                // It overtook the held values.
                guard rule.keeping == .newest else { return }
                removeAll(.dropped(.superseded), &changes)
                knowHeld(&changes)
            } else if let index = indexOfOldest() {
                removeOldest(at: index, .unbuffered, &changes)
            } else {
                sendInTransit(after: lastLost, &changes)
            }
        }
    }

    /// Adds the demand that the subscriber returned for a value received within a call.
    mutating func didSend(returning returned: Demand, in call: Int) {
        guard rule.leaving == .batch, let index = batches.firstIndex(where: { $0.call == call }) else {
            demand = demand + returned
            return
        }
        batches[index].returned = batches[index].returned + returned
        guard batches[index].values.isEmpty else { return }
        demand = demand + batches.remove(at: index).returned
    }

    mutating func removeOldest(at index: Int, _ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        guard let oldest = inputs[index].values.popFirst() else { return }
        append(kind, oldest, index, &changes)
    }

    /// Removes the value that an event brought.
    private mutating func remove(_ sequence: Int?, _ changes: inout [HoldingChange]) {
        for index in inputs.indices {
            let reach = HoldingOperator.batchLimit
            guard let value = inputs[index].values.removeFirst(within: reach, where: { $0.sequence == sequence }) else {
                continue
            }
            return append(.unbuffered, value, index, &changes)
        }
    }

    mutating func removeAll(_ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        due = ArrivalQueue()
        for index in inputs.indices { removeAll(at: index, kind, &changes) }
    }

    private mutating func removeAll(at index: Int, _ kind: HoldingChange.Kind, _ changes: inout [HoldingChange]) {
        inputs[index].isNewestOpen = false
        release(index, hasCombined ? .forgotten : kind, hasCombined ? .forgotten : kind, &changes)
        for value in inputs[index].values.removeAll() { append(kind, value, index, &changes) }
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
        // None of the known values has left.
        guard let value = batches[batch].values.popFirst() else { return demand.spend() }
        append(.unbuffered, value, index, &changes)
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

    /// Sends a value from another thread before the call that brought it has returned.
    private mutating func sendInTransit(after lastLost: Int, _ changes: inout [HoldingChange]) {
        for index in inputs.indices {
            guard let value = inputs[index].end(after: lastLost) else { continue }
            append(.buffered, value, index, &changes)
            append(.unbuffered, value, index, &changes)
            return
        }
    }

    // MARK: Values that the operator drops

    /// Whether an arriving value may be dropped at once, or displace an older one.
    private var mayRefuse: Bool {
        switch rule.keeping {
        case .oneAsTold: true
        case .asRecorded: overflow == .unknown || overflow != .wait && capacity != nil
        case .everything, .nothing, .newest, .newestOrOldest, .limited: false
        }
    }

    /// Whether a value may have arrived whose fate is open.
    var isReceiving: Bool { arriving != nil || iteratesInputs }

    /// Holds the arrived value: its input continues, so it was not dropped.
    mutating func settleArrival(_ changes: inout [HoldingChange]) {
        guard let (index, value) = arriving else { return }
        arriving = nil
        admit(value, at: index, &changes)
    }

    /// Drops the value with a number.
    mutating func letGo(of number: UInt32, _ changes: inout [HoldingChange]) {
        if let (index, value) = arriving, value.number == number || !isNumbered && overflow == .dropNewest {
            arriving = nil
            append(.dropped(.overflowNewest), value, index, &changes)
            return
        }
        guard !inputs.isEmpty else { return }
        let count = inputs[0].values.count
        let isTooMany = count + (arriving == nil ? 0 : 1) > capacity ?? 1
        let lost = inputs[0].values.removeFirst(within: HoldingOperator.batchLimit) { $0.number == number || !isNumbered }
        guard let lost else { return }
        append(.dropped(reason(isTooMany: isTooMany)), lost, 0, &changes)
    }

    /// The reason for a drop from the buffer.
    private func reason(isTooMany: Bool) -> DropReason {
        // A buffer shared by all subscribers is full for the slowest of them.
        if rule.source == .feeder { return overflow == .dropOldest ? .overflowOldest : .overflowNewest }
        guard isTooMany else { return hasFailedAbove ? .error : .cancelled }
        return capacity == nil && overflow != .unknown ? .superseded : .overflowOldest
    }
}
