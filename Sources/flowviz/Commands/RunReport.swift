import ArgumentParser
import FlowModel
import FlowScenarios
import FlowScreen
import FlowTrace

/// Advances a run and prints what it records: JSON Lines as they are recorded, a log or marbles at the end.
final class RunReport {
    private let run: ScenarioRun
    private let format: RunFormat
    private let isRealtime: Bool
    private let start = MonotonicClock.now
    private let output = StandardOutput()
    private var model: StreamModel
    private var printed = 0

    init(run: ScenarioRun, format: RunFormat, isRealtime: Bool) {
        self.run = run
        self.format = format
        self.isRealtime = isRealtime
        model = StreamModel(lanes: run.variant.lanes)
    }

    /// Runs to `end`, or until nothing is scheduled, pressing the controls at their times.
    ///
    /// - Parameter sends: In the order of their times.
    func run(sends: [(time: TraceTime, control: Control)], until end: TraceTime?) throws {
        try advance(to: .zero)
        for (time, control) in sends {
            // Controls of one moment are pressed one right after the other, as while time stands on the screen.
            if time > run.now { try advance(to: time) }
            do {
                try run.send(control)
            } catch {
                throw ValidationError(error.description)
            }
            report()
        }
        if let end { try advance(to: end) } else { try runOut() }
        finish()
    }

    private func advance(to time: TraceTime) throws {
        while let next = run.nextDeadline, next <= time {
            if isRealtime { MonotonicClock.wait(until: start + next.nanoseconds) }
            try check(run.advance(to: next))
            report()
        }
        if isRealtime { MonotonicClock.wait(until: start + time.nanoseconds) }
        try check(run.advance(to: time))
        report()
    }

    private func runOut() throws {
        while let next = run.nextDeadline { try advance(to: next) }
        try advance(to: run.now)
    }

    private func check(_ isDone: Bool) throws {
        guard !isDone else { return }
        throw Failure("\(run.scenario.id) ran a million pieces of work without time passing, at \(run.now) s; use fewer values")
    }

    /// Takes what has come since the last time, and prints it where a line is one event.
    private func report() {
        model.update(from: run.recorder)
        let entries = model.log.entries
        if format == .jsonl {
            for entry in entries[printed...] { output.line(JSONLines.line(for: entry, in: model)) }
            printed = entries.count
        }
        if isRealtime { output.flush() }
    }

    private func finish() {
        let end = Moment(time: run.now, sequence: model.log.entries.count)
        switch format {
        case .jsonl: break
        case .log:
            for line in LogWriter.lines(of: model, upTo: end, count: model.log.entries.count) { output.line(LogText.line(line)) }
        case .marble:
            let cell = UInt64(run.variant.cell * 1e9)
            for line in MarbleText.lines(of: model, until: run.now, cell: cell) { output.line(TextWidth.sanitised(line)) }
        }
        output.flush()
    }
}
