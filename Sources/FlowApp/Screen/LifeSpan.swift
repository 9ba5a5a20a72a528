import FlowSessions
import FlowTrace

/// The part of time that shows the whole life of a pipeline.
struct LifeSpan: Equatable {
    /// The duration of a cell, in nanoseconds; `nil` if the life takes no time.
    let cell: UInt64?
    /// The time at which the axis begins, for a life that ended long ago; `nil` if the axis reaches to the present.
    let start: TraceTime?
    /// The end of a life that ended long ago; `nil` if the axis reaches to the present.
    let end: TraceTime?
    /// Whether the longest cell is long enough.
    let isWhole: Bool

    /// - Parameters:
    ///   - now: The present.
    ///   - columns: The number of columns of the time axis.
    init(_ life: PipelineLife, now: TraceTime, columns: Int) {
        let began = min(life.began, now)
        let whole = now - began
        let lived = life.ended.map { min($0, now) }.map { $0 > began ? $0 - began : 0 }
        end = lived.flatMap { whole > LifeSpan.longAgo * max($0, LifeSpan.leastLife) ? began + $0 : nil }
        let length = end == nil ? whole : lived ?? whole
        cell = LifeSpan.cell(for: length, columns: columns)
        start = end == nil ? nil : began
        isWhole = LifeSpan.fits(length, cell: cell ?? 1, columns: columns)
    }

    /// The time since its beginning, as a multiple of its life, from which a pipeline ended long ago.
    private static let longAgo: UInt64 = 4
    /// The shortest life that the axis tells apart, in nanoseconds.
    private static let leastLife: UInt64 = 10_000

    /// The shortest cell with which some nanoseconds fit the columns; `nil` if they take no time.
    static func cell(for length: UInt64, columns: Int) -> UInt64? {
        guard length > 0, columns > 2 else { return nil }
        return AppState.cells.first { fits(length, cell: $0, columns: columns) } ?? AppState.cells.last
    }

    private static func fits(_ length: UInt64, cell: UInt64, columns: Int) -> Bool {
        cell.multipliedReportingOverflow(by: UInt64(max(0, columns - 2))).partialValue >= length
    }
}
