import FlowGraph
import FlowModel
import FlowTrace
import FlowVerdict

/// A program's trace, folded up to some record of its file; folding can continue from there.
///
/// A value type: a copy without events is a keyframe.
public struct TraceFold: SteppedReading, Sendable {
    /// The graph, and the events that were not forgotten.
    public private(set) var reconstruction: Reconstruction
    /// The pipelines; they still count the forgotten events.
    public private(set) var pipelines = Pipelines()
    /// The measurements for verdicts over all events; `nil` if they are off.
    public private(set) var meter: UtilizationMeter?
    private var cursor: TraceCursor?

    /// Starts at the first record of a file, or empty.
    ///
    /// - Parameters:
    ///   - file: The trace; if `nil`, nothing is read.
    ///   - isMeasuring: Whether it measures for a verdict, which about doubles the cost of an event.
    ///   - kept: The number of ended subscriptions of one shape that keep separate edges.
    public init(_ file: TraceFile? = nil, isMeasuring: Bool = false, keeping kept: Int = 16) {
        reconstruction = Reconstruction(keeping: kept)
        cursor = file.map(TraceCursor.init)
        if isMeasuring { meter = UtilizationMeter() }
    }

    /// Stops measuring, and returns the measurements.
    public mutating func detachMeter() -> UtilizationMeter? {
        defer { meter = nil }
        return meter
    }

    /// The figures of the stages of its pipelines at a time; empty if it does not measure.
    package func figures(at time: TraceTime) -> [FigureRow] {
        var pipelines = pipelines
        return meter?.figures(of: pipelines.edges(in: log), at: time, in: log) ?? []
    }

    /// The graph, and the events that were not forgotten.
    public var log: TraceLog { reconstruction.log }

    /// The moment of the last event.
    public var end: Moment { Moment(time: pipelines.time, sequence: pipelines.sequence) }

    /// Reads the next records of the file, at most `limit`, and returns their number.
    @discardableResult
    public mutating func read(limit: Int = .max, until horizon: UInt64 = .max) -> Int {
        guard var cursor else { return 0 }
        self.cursor = nil
        defer { self.cursor = cursor }
        return update { cursor.read(into: &$0, limit: limit, until: horizon) }
    }

    /// Folds the events that `read` appends.
    public mutating func update<Result>(_ read: (inout Reconstruction) -> Result) -> Result {
        let known = pipelines.sequence
        let result = read(&reconstruction)
        measure(after: known)
        pipelines.update(from: reconstruction.log, upTo: reconstruction.log.count)
        return result
    }

    private mutating func measure(after sequence: Int) {
        guard var meter else { return }
        self.meter = nil
        let log = reconstruction.log
        for entry in log.entries(after: sequence) { meter.fold(entry, in: log) }
        self.meter = meter
    }

    /// Forgets the events up to a sequence number.
    ///
    /// - Complexity: O(held values + kept events).
    public mutating func forget(upTo sequence: Int) { reconstruction.forget(upTo: sequence) }

    /// A small copy without events.
    ///
    /// - Complexity: O(graph + held values).
    public var keyframe: TraceFold {
        var copy = self
        copy.forget(upTo: .max)
        copy.reconstruction.shrink()
        copy.cursor?.release()
        return copy
    }

    /// The number of records that a ring overwrote before they were read.
    public var overtaken: Int { cursor?.overtaken ?? 0 }

    /// Whether so many unread records were overwritten that the ends of known subscriptions may be lost.
    public var hasLostTrack: Bool { cursor?.hasLostTrack ?? false }

    /// The number of unreadable chunks of the file so far.
    public var unreadableChunks: Int { cursor?.unreadableChunks ?? 0 }

    /// The approximate size of an independent copy in bytes.
    public var weight: Int {
        4_096 + (cursor?.weight ?? 0) + 1_024 * reconstruction.log.edges.count + 64 * pipelines.held
            + (meter?.weight ?? 0)
    }
}
