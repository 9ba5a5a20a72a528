import FlowModel
import FlowTrace

/// The events of one moment with one root cause.
struct Burst {
    /// The event that caused the others; if the log has forgotten it, its earliest known consequence.
    let root: TraceEntry
    /// The events on lanes, in order, including the state change before the root.
    let entries: [TraceEntry]
    /// The sequence of the first event examined.
    let start: Int

    /// The most events examined.
    private static let limit = 512
    /// The longest span of a moment, in nanoseconds.
    private static let longestMoment: UInt64 = 1_000_000

    /// The burst that ends with the event `sequence`; `nil` outside the trace.
    init?(endingAt sequence: Int, in model: StreamModel) {
        guard let last = model.log[sequence: sequence] else { return nil }
        let root = Burst.root(of: last, in: model)
        let first = max(root.sequence, sequence - Burst.limit + 1)
        var members: Set<Int> = [root.sequence]
        var entries: [TraceEntry] = []
        for entry in model.log.entries(after: first - 1, upTo: sequence) {
            let belongs =
                entry.sequence == root.sequence || model.cause(of: entry).map(members.contains) == true
                || (first > root.sequence && Burst.root(of: entry, in: model).sequence == root.sequence)
            guard belongs else { continue }
            members.insert(entry.sequence)
            if last.time - entry.time < Burst.longestMoment, model.laneIndex(of: entry) != nil { entries.append(entry) }
        }
        let before = Burst.state(before: root, in: model)
        self.root = root
        self.entries = before + entries
        start = before.first?.sequence ?? first
    }

    /// The change of state that led to a request right after it, such as the end of work.
    static func state(before root: TraceEntry, in model: StreamModel) -> [TraceEntry] {
        guard root.kind == .request, let entry = model.log[sequence: root.sequence - 1] else { return [] }
        return entry.kind == .state && entry.edge == root.edge && entry.time == root.time ? [entry] : []
    }

    private static func root(of entry: TraceEntry, in model: StreamModel) -> TraceEntry {
        var root = entry
        while let cause = model.cause(of: root), let above = model.log[sequence: cause] { root = above }
        return root
    }

    func last(_ kinds: SignalKind...) -> TraceEntry? { entries.last { kinds.contains($0.kind) } }

    func all(_ kind: SignalKind) -> [TraceEntry] { entries.filter { $0.kind == kind } }
}
