import FlowAnalysis
import FlowCore
import FlowExport
import FlowModel
import FlowScenarios
import FlowScreen
import FlowSystem
import FlowText
import FlowTrace

/// Advances a run and prints its events: JSON Lines immediately, a log or marbles at the end.
package final class RunReport {
    private let run: ScenarioRun
    /// The output format, `nil` to print nothing.
    private let format: RunFormat?
    /// Reads the recording of the run, `nil` if the run is not recorded.
    private var cursor: TraceCursor?
    private let isRealtime: Bool
    private let start = MonotonicClock.now
    private let output: StandardOutput
    package private(set) var stream: StreamAnalysis
    private var printed = 0
    private var breakpoints: BreakpointSet?
    /// The condition that ended the run early, `nil` if none did.
    private(set) var hit: BreakpointHit?
    /// Whether the run is over when its sinks have ended: operators in a chain may have timers that never stop.
    private let endsWithSinks: Bool
    /// The maximum number of events in a run without a screen. They are kept in memory, about 250 bytes each.
    package static let maximumEvents = 1_000_000
    private let limit: Int
    private static let mostCells: UInt64 = 1_000_000
    private var hasBegun = false
    private var lastWork = TraceTime.zero

    package init(
        run: ScenarioRun, reading file: TraceFile? = nil, format: RunFormat?, isRealtime: Bool, output: StandardOutput,
        endsWithSinks: Bool = false, limit: Int = maximumEvents
    ) {
        self.run = run
        self.endsWithSinks = endsWithSinks
        self.limit = limit
        self.output = output
        cursor = file.map(TraceCursor.init)
        self.format = format
        self.isRealtime = isRealtime
        stream = StreamAnalysis(run.variant)
    }

    /// Stops the run when one of these conditions becomes true.
    func stop(at breakpoints: [Breakpoint]) { self.breakpoints = BreakpointSet(breakpoints, in: model, at: .start) }

    var model: StreamModel { stream.model }

    package var eventCount: Int { model.log.count }

    /// The time of the last work if the stream is over, otherwise the end of the run.
    package var end: TraceTime {
        if let hit { return hit.moment.time }
        let isOver = run.nextDeadline == nil && model.state(at: eventCount).isOver
        return isOver ? max(lastWork, model.end.time) : run.now
    }

    /// Runs to `end`, or until nothing is scheduled, and presses the controls at their times.
    ///
    /// - Parameter sends: The controls, ordered by time.
    func run(sends: [(time: TraceTime, control: Control)], until end: TraceTime?) throws {
        do {
            try perform(sends, until: end)
        } catch let failure as Failure {
            // Events recorded before the failure are still printed.
            try finish()
            throw failure
        }
        try finish()
        if let problem = run.problem { throw problem }
    }

    private func perform(_ sends: [(time: TraceTime, control: Control)], until end: TraceTime?) throws {
        var inputs = sends[...]
        while try goOn(&inputs, until: end) {}
    }

    /// Runs the work at the next moment, or presses the next control.
    ///
    /// - Parameter inputs: The remaining controls, ordered by time.
    /// - Returns: Whether work is left.
    package func goOn(_ inputs: inout ArraySlice<(time: TraceTime, control: Control)>, until end: TraceTime?) throws -> Bool {
        guard hasBegun else {
            hasBegun = true
            try advance(to: .zero)
            return hit == nil
        }
        if let next = run.nextDeadline, isDue(next, before: inputs.first?.time, until: end) {
            try advance(to: next)
            return hit == nil
        }
        guard let (time, control) = inputs.popFirst() else {
            try advance(to: end ?? run.now)
            return false
        }
        if time > run.now { try advance(to: time) }
        guard hit == nil else { return false }
        do {
            try run.send(control)
        } catch {
            throw UsageError(error.description)
        }
        report()
        return true
    }

    /// Whether work is due before the next control or the end. Controls at the same moment are pressed without work between them, as while
    /// time is frozen on the screen.
    private func isDue(_ deadline: TraceTime, before input: TraceTime?, until end: TraceTime?) -> Bool {
        if let input { return input > run.now && deadline <= input }
        return end.map { deadline <= $0 } ?? !(endsWithSinks && model.sinksHaveEnded)
    }

    private func advance(to time: TraceTime) throws {
        while hit == nil, let next = run.nextDeadline, next <= time {
            if isRealtime { MonotonicClock.wait(until: start + next.nanoseconds) }
            lastWork = next
            try check(run.advance(to: next))
            report()
            try checkCount()
        }
        guard hit == nil else { return }
        if isRealtime { MonotonicClock.wait(until: start + time.nanoseconds) }
        try check(run.advance(to: time))
        report()
    }

    private func check(_ isDone: Bool) throws {
        guard !isDone else { return }
        throw Failure("\(run.scenario.id) ran a million pieces of work without time passing, at \(run.now) s; use fewer values")
    }

    private func checkCount() throws {
        guard hit == nil, eventCount > limit else { return }
        throw Failure(
            "\(run.scenario.id) has more than \(limit) events by \(run.now) s, and all are kept; end it earlier with --until")
    }

    /// Reads the new records, and prints them if the format has one event a line.
    private func report() {
        if var cursor {
            self.cursor = nil
            stream.update(from: &cursor)
            self.cursor = cursor
        } else {
            stream.update(from: run.recorder)
        }
        if hit == nil {
            hit = breakpoints?.next(in: model, model.log, upTo: Moment(time: run.now, sequence: model.log.count))
        }
        let entries = model.log.entries(after: 0, upTo: hit?.moment.sequence ?? .max)
        if format == .jsonl {
            for entry in entries.dropFirst(printed) { output.verbatim(line: JSONLines.line(for: entry, in: model)) }
            printed = entries.count
        }
        if isRealtime { output.flush() }
    }

    private func finish() throws {
        let end = hit?.moment ?? Moment(time: run.now, sequence: model.log.count)
        switch format {
        case .jsonl, nil: break
        case .log:
            for line in LogWriter.lines(of: stream, upTo: end, count: model.log.count) { output.line(LogText.line(line)) }
        case .marble:
            let cell = VirtualTime(run.variant.cell).traceTime
            guard end.time.nanoseconds / cell.nanoseconds <= RunReport.mostCells else {
                throw Failure(
                    "marbles up to \(end.time) s are more than \(RunReport.mostCells) characters of \(cell) s; "
                        + "end them earlier with --until, or use --format log")
            }
            for line in MarbleText.lines(of: model, until: end.time, cell: cell.nanoseconds) {
                output.line(TextWidth.sanitised(line))
            }
            output.line(MarbleText.legend(cell: cell.nanoseconds))
        }
        output.flush()
    }
}

extension StreamAnalysis {
    /// Makes an empty model for the events of a variant.
    package init(_ variant: Variant) { self.init(lanes: variant.lanes, derivesEvents: variant.derivesEvents) }
}

extension StreamModel {
    /// Whether all sinks of a typed chain have ended, not counting sinks in closures.
    package var sinksHaveEnded: Bool {
        let sinks = lanes.indices.filter { lanes[$0].spec.showsDemand && !lanes[$0].spec.isShared }
        return !sinks.isEmpty && sinks.allSatisfy { state(ofLane: $0, at: log.count).isOver }
    }
}
