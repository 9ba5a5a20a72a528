/// Picks the records that have to outlast a ring's chunks: who subscribed to whom, with what demand it began, and what has ended.
///
/// That is every record of subscribing and of handing over a subscription, the requests made meanwhile, completions, cancellations and
/// deaths, and the deliveries in which one of them happened. Chunks of a thread must come in the order in which they were written.
struct LastingRecordPicker: Sendable {
    /// A call whose end was not seen yet.
    private struct Call {
        let end: HookKind
        let key: HookKey
        /// Its place in the chunk that is looked through, `nil` where that was an older one.
        var place: Int?
        var isPicked: Bool
    }

    private var calls: [UInt32: [Call]] = [:]
    /// Deeper than this no calls are remembered: where ends are missing, memory must not grow.
    private static let depth = 512

    /// The places of the records to keep of a thread's next chunk, in order.
    ///
    /// - Complexity: O(*n*) for *n* records, times the calls that a thread is inside of.
    mutating func pick(_ count: Int, of thread: UInt32, record: (Int) -> TraceEvent) -> [Int] {
        var open = calls[thread] ?? []
        var picked = [Bool](repeating: false, count: count)
        for place in 0..<count {
            let record = record(place)
            guard let kind = record.hookKind else { continue }
            picked[place] = LastingRecordPicker.isPicked(kind, record.hookKey, at: place, &open, &picked)
        }
        for index in open.indices { open[index].place = nil }
        calls[thread] = open.isEmpty ? nil : open.suffix(LastingRecordPicker.depth)
        return picked.indices.filter { picked[$0] }
    }

    private static func isPicked(
        _ kind: HookKind, _ key: HookKey, at place: Int, _ open: inout [Call], _ picked: inout [Bool]
    ) -> Bool {
        switch kind {
        case .willSubscribe, .willSubscription, .willComplete, .willCancel, .willRequest, .willValue:
            let isPicked = lasts(kind, in: open.last)
            if isPicked { pickAround(&open, &picked) }
            if let end = end(of: kind) { open.append(Call(end: end, key: key, place: place, isPicked: isPicked)) }
            return isPicked
        case .didSubscribe, .didSubscription, .didComplete, .didCancel, .didRequest, .didValue:
            guard let index = open.lastIndex(where: { $0.end == kind && $0.key == key }) else { return false }
            defer { open.removeSubrange(index...) }
            return open[index].isPicked
        case .hint, .death: return true
        case .typeName: return false
        }
    }

    /// A request lasts where it is part of subscribing; a delivery only for the sake of what happens in it.
    private static func lasts(_ kind: HookKind, in outer: Call?) -> Bool {
        switch kind {
        case .willValue: return false
        case .willRequest:
            guard let outer, outer.isPicked else { return false }
            return [.didSubscribe, .didSubscription, .didRequest].contains(outer.end)
        default: return true
        }
    }

    /// Picks the calls around a record, which say what it is part of.
    private static func pickAround(_ open: inout [Call], _ picked: inout [Bool]) {
        for index in open.indices.reversed() {
            guard !open[index].isPicked else { continue }
            guard let place = open[index].place else { return }
            open[index].isPicked = true
            picked[place] = true
        }
    }

    private static func end(of kind: HookKind) -> HookKind? {
        switch kind {
        case .willSubscribe: .didSubscribe
        case .willSubscription: .didSubscription
        case .willComplete: .didComplete
        case .willCancel: .didCancel
        case .willRequest: .didRequest
        case .willValue: .didValue
        default: nil
        }
    }
}
