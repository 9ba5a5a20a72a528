import FlowTrace

@testable import FlowModel

/// What the stores of a trace hold, by its events alone.
struct StoreFold {
    private(set) var held: [Int] = []
    private(set) var dropped: [DropReason] = []
    /// Values that left a store which they were not in.
    private(set) var wrong: [String] = []
    private var next = 0

    mutating func read(_ log: TraceLog) {
        while next < log.entries.count {
            fold(log.entries[next], log)
            next += 1
        }
    }

    private mutating func fold(_ entry: TraceEntry, _ log: TraceLog) {
        guard case .int(let value)? = log.value(of: entry) else { return }
        switch entry.kind {
        case .buffered: held.append(value)
        case .unbuffered: leave(value)
        case .dropped:
            let reason = entry.event.dropReason ?? .error
            dropped.append(reason)
            let wasRefused = [.overflowNewest, .noDemand].contains(reason) || reason == .error && !held.contains(value)
            if !wasRefused { leave(value) }
        default: break
        }
    }

    private mutating func leave(_ value: Int) {
        guard let place = held.firstIndex(of: value) else {
            wrong.append("\(value) was not held")
            return
        }
        held.remove(at: place)
    }
}
