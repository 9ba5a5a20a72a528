/// The retained records of an overwritten chunk of a ring: the ones needed to rebuild the graph around one subscription.
///
/// They move as the ring goes on, so a reader may find them twice, with the same number. If a life has no beginning, its
/// remaining records are being removed.
struct RetainedRecords: Equatable, Sendable {
    /// The number of the item, from 1, in the order of first writing.
    let number: UInt64
    /// The life that the records are about (``SubscriptionTable``).
    let life: UInt64
    /// The life in whose call this one was subscribed; 0 for none. Without that life, the records have no meaning.
    var outer: UInt64 = 0
    /// Whether the records begin the life.
    var isBeginning = false
    /// The overwritten chunk.
    let claim: ChunkClaim
    /// The records, in the thread's order.
    var records: [RetainedRecord]

    /// The most records in one item of metadata.
    static let limit = 1024
}

/// A call, step or fact that outlasts its chunk.
struct RetainedRecord: Equatable, Sendable {
    /// Its index in the chunk.
    let index: Int
    let record: TraceEvent
}

/// Picks the records needed to rebuild the graph, for a viewer that gets no others: subscriptions, their first demand, and ends.
///
/// It keeps records of subscribing and of handing over a subscription, the requests made meanwhile, completions, cancellations
/// and deaths, and the deliveries in which any of them happened. The chunks of a thread must come in order.
struct RetainedRecordPicker: Sendable {
    /// An unfinished call.
    private struct Call {
        let end: CallKind
        let key: HookKey
        /// Its index in the current chunk; `nil` if it began in an older one.
        var index: Int?
        var isPicked: Bool
    }

    private var calls: [UInt32: [Call]] = [:]
    /// The most open calls kept, the innermost ones, so that missing ends do not cost memory.
    private static let depth = 512

    /// The indices of the records to keep from a thread's next chunk, in order.
    ///
    /// - Complexity: O(*n*) for *n* records, times the thread's open calls.
    mutating func pick(_ count: Int, of thread: UInt32, record: (Int) -> TraceEvent) -> [Int] {
        var open = calls[thread] ?? []
        var picked = [Bool](repeating: false, count: count)
        for index in 0..<count {
            let record = record(index)
            if let call = record.call {
                picked[index] = RetainedRecordPicker.isPicked(call, record.hookKey, at: index, &open, &picked)
            } else {
                picked[index] = record.step?.lasts ?? record.fact.map { !$0.isPermanent } ?? false
            }
        }
        for call in open.indices { open[call].index = nil }
        calls[thread] = open.isEmpty ? nil : open.suffix(RetainedRecordPicker.depth)
        return picked.indices.filter { picked[$0] }
    }

    private static func isPicked(
        _ kind: CallKind, _ key: HookKey, at index: Int, _ open: inout [Call], _ picked: inout [Bool]
    ) -> Bool {
        switch kind {
        case .willSubscribe, .willSubscription, .willComplete, .willCancel, .willRequest, .willValue:
            let isPicked = lasts(kind, in: open.last)
            if isPicked { pickAround(&open, &picked) }
            if let end = kind.end { open.append(Call(end: end, key: key, index: index, isPicked: isPicked)) }
            return isPicked
        case .didSubscribe, .didSubscription, .didComplete, .didCancel, .didRequest, .didValue:
            guard let index = open.lastIndex(where: { $0.end == kind && $0.key == key }) else { return false }
            defer { open.removeSubrange(index...) }
            return open[index].isPicked
        }
    }

    /// Whether a record is kept by itself: a request if it is part of subscribing, a delivery only with a kept record inside.
    private static func lasts(_ kind: CallKind, in outer: Call?) -> Bool {
        switch kind {
        case .willValue: return false
        case .willRequest:
            guard let outer, outer.isPicked else { return false }
            return [.didSubscribe, .didSubscription, .didRequest].contains(outer.end)
        case .willSubscribe, .willSubscription, .willComplete, .willCancel: return true
        case .didSubscribe, .didSubscription, .didComplete, .didCancel, .didRequest, .didValue: return false
        }
    }

    /// Picks the calls around a record.
    private static func pickAround(_ open: inout [Call], _ picked: inout [Bool]) {
        for index in open.indices.reversed() {
            guard !open[index].isPicked else { continue }
            guard let picking = open[index].index else { return }
            open[index].isPicked = true
            picked[picking] = true
        }
    }
}

extension StepKind {
    /// Whether the graph cannot be rebuilt without the step: an end, or the loss of the producer.
    fileprivate var lasts: Bool {
        switch self {
        case .completion, .cancel, .abandoned: true
        case .value, .request, .kept, .dropped, .refused, .resumed, .state: false
        }
    }
}
