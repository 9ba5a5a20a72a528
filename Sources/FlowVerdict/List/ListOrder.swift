import FlowTrace

/// The order of the list of pipelines: by trouble, or by a column. The raw value is the name of the order, the heading of its column
/// and the name of its figure in a filter.
public enum ListOrder: String, CaseIterable, Sendable {
    /// The most urgent trouble first; of two alike, the one that holds or lost the most.
    case trouble
    case name
    case place
    /// The longest life first.
    case life
    /// The most held values first.
    case held
    case peak
    /// What grows fastest first.
    case growth
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
    func sorted(_ rows: [PipelineRow]) -> [PipelineRow] { sorted(rows.map { [$0] }).map { $0[0] } }

    /// The groups in this order, by the figures of their lines: sums, the highest of peaks and waits, else those of
    /// the first row.
    func sorted(_ groups: [[PipelineRow]]) -> [[PipelineRow]] {
        switch self {
        case .trouble: sorted(groups) { $0.map(\.urgency).min() }
        case .name: sorted(groups) { $0.map { $0.summary.name.lowercased() }.min() }
        case .place: sorted(groups) { $0.map { RowPlace($0.place) }.min() }
        case .life: sorted(groups) { $0.map { -Double($0.life) }.min() }
        case .held: sorted(groups) { -$0.map(\.summary.held.count).reduce(0, +) }
        case .peak: sorted(groups) { $0.map { -$0.peak }.min() }
        case .growth: sorted(groups) { ListOrder.descending($0.map(\.growth)) }
        case .wait: sorted(groups) { $0.map { -($0.longestWait.map(Double.init) ?? -1) }.min() }
        case .dropped: sorted(groups) { -$0.map(\.summary.dropped).reduce(0, +) }
        case .in: sorted(groups) { ListOrder.descending($0.rated.map(\.summary.rateIn)) }
        case .out: sorted(groups) { ListOrder.descending($0.rated.map(\.summary.rateOut)) }
        }
    }

    /// The key of a sum of rates; no rate comes last.
    private static func descending(_ rates: [Double?]) -> Double {
        let known = rates.compactMap(\.self)
        return known.isEmpty ? .infinity : -known.reduce(0, +)
    }

    private func sorted<Key: Comparable>(_ groups: [[PipelineRow]], by key: ([PipelineRow]) -> Key?) -> [[PipelineRow]] {
        let keys = groups.map(key)
        return groups.indices.sorted { one, other in
            guard let first = keys[one], let second = keys[other], first != second else { return one < other }
            return first < second
        }.map { groups[$0] }
    }
}

extension [PipelineRow] {
    /// The pipelines of a line whose rates add up: the live ones of several, since the rates of the others are of separate lives.
    package var rated: [PipelineRow] { count > 1 ? filter { !$0.isOver } : self }
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
