import FlowTrace

/// The order of the list of pipelines: by trouble, or by a column.
public enum ListOrder: String, CaseIterable, Sendable {
    /// The most urgent trouble first; of two alike, the one that holds or lost the most.
    case trouble
    case name
    case place
    /// The oldest first.
    case age
    /// The most held values first.
    case held
    case peak
    /// The longest wait first.
    case wait
    case dropped
    /// The highest rates first.
    case `in`
    case out

    /// The next order; after the last, the first.
    public var next: ListOrder {
        let all = ListOrder.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }
}

extension ListOrder {
    /// The rows in this order; equal ones stay in the order given.
    func sorted(_ rows: [PipelineRow]) -> [PipelineRow] {
        switch self {
        case .trouble: sorted(rows) { $0.urgency }
        case .name: sorted(rows) { $0.summary.name.lowercased() }
        case .place: sorted(rows) { RowPlace($0.summary.place) }
        case .age: sorted(rows) { $0.summary.began }
        case .held: sorted(rows) { -$0.summary.held.count }
        case .peak: sorted(rows) { -$0.peak }
        case .wait: sorted(rows) { -($0.longestWait.map(Double.init) ?? -1) }
        case .dropped: sorted(rows) { -$0.summary.dropped }
        case .in: sorted(rows) { -($0.summary.rateIn ?? -1) }
        case .out: sorted(rows) { -($0.summary.rateOut ?? -1) }
        }
    }

    private func sorted(_ rows: [PipelineRow], by key: (PipelineRow) -> some Comparable) -> [PipelineRow] {
        let keys = rows.map(key)
        return rows.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }.map { rows[$0] }
    }
}

/// A place as a sort key: by file and line, code without a line by its name, and an unknown place last.
private struct RowPlace: Comparable {
    private let file: String
    private let line: Int

    init(_ place: SourcePlace?) {
        file = place.map { $0.location?.fileID ?? $0.short } ?? "\u{10FFFF}"
        line = place?.line ?? 0
    }

    static func < (one: RowPlace, other: RowPlace) -> Bool { (one.file, one.line) < (other.file, other.line) }
}
