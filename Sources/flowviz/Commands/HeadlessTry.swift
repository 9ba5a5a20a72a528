import ArgumentParser
import FlowSessions
import FlowSystem
import FlowTerminal
import FlowText
import FlowTrace
import FlowTry
import LibC

/// Builds and runs a file or a package without a screen, and prints its streams.
struct HeadlessTry {
    /// The output about its streams.
    enum Printed {
        case events(RunFormat)
        /// A test of this file that expects the observed behaviour.
        case test(Snippet)
    }

    let source: any TriedSource
    /// The maximum length of the run in nanoseconds, `nil` for none.
    let length: UInt64?
    /// The output, `nil` for none.
    let printed: Printed?
    /// The file for the recording, `nil` for none.
    let output: String?
    /// The size of that file in bytes, `nil` for the default.
    var size: Int?
    /// Whether new records overwrite the oldest when that file is full.
    var isRing = false
    /// Whether to describe all values, not only numbers and text; `nil` for the default of the source.
    var describesAll: Bool?

    /// The size of the ring in bytes if the run is only printed, enough for half a million records.
    private static let printedSize = 16 << 20
    /// The milliseconds between two checks of a program.
    private static let interval: Int32 = 10

    func perform() throws {
        if let signal = try runAndPrint() { CursesTerminal.reraise(signal) }
    }

    /// - Returns: The signal by which the user has stopped it, `nil` if there was none.
    private func runAndPrint() throws -> Int32? {
        let signals = SignalForwarding()
        let folder = try RunFolder().part()
        guard let program = try build(into: folder, signals) else { return signals.last }
        let recording = try ProgramRecording(
            into: output ?? "\(folder.path)/trace.fvz", size: output == nil ? HeadlessTry.printedSize : size,
            isRing: isRing || output == nil, describesAll: describesAll ?? program.describesAll)
        // If its streams are printed, the program's own output goes to the standard error, so that the two do not mix.
        let run = try StartedProgram(
            tried: program, recording, endingAfter: program.isVirtual ? length : nil,
            output: printed == nil ? STDOUT_FILENO : STDERR_FILENO, errors: STDERR_FILENO)
        wait(for: run, signals)
        try report(recording, program)
        if let signal = signals.last { return signal }
        if run.isStopped, let length {
            StandardError.line(
                "flowviz: stopped '\(source.name)' after \(Seconds.duration(nanoseconds: length)); use --for to run it longer")
        } else if let end = run.end, end != .exited(0) {
            throw Failure("'\(source.name)' ended with \(end.words)")
        }
        return nil
    }

    /// Builds it, and prints the progress of a long build.
    ///
    /// - Returns: The program, `nil` if the user has stopped the build.
    private func build(into folder: RunFolder.Part, _ signals: SignalForwarding) throws -> TriedProgram? {
        guard let build = try begin(into: folder, signals) else { return nil }
        var progress = ProgressLines()
        while build.outcome.isRunning {
            build.wait(milliseconds: 100)
            if signals.next() != nil { return nil }
            build.poll()
            if let line = progress.line(for: build.output.progress) { StandardError.line(line) }
        }
        for message in build.output.messages { build.lines(of: message, naming: source.name).forEach(StandardError.line) }
        switch build.outcome {
        case .isRunning: return nil
        case .refused: throw ExitCode(2)
        case .failed(let reason): throw Failure(reason)
        case .built(let program):
            for note in program.notes { StandardError.line("flowviz: \(note)") }
            return program
        }
    }

    /// - Returns: The started build, `nil` if the user has stopped waiting.
    private func begin(into folder: RunFolder.Part, _ signals: SignalForwarding) throws(Failure) -> (any TriedBuild)? {
        var hasSaid = false
        while signals.next() == nil {
            if let build = try source.build(into: folder) { return build }
            if !hasSaid { StandardError.line("flowviz: waiting for another 'flowviz try', which is building") }
            hasSaid = true
            poll(nil, 0, HeadlessTry.interval)
        }
        return nil
    }

    /// Waits until a program exits, or its time is over.
    private func wait(for run: StartedProgram, _ signals: SignalForwarding) {
        let deadline = length.map { MonotonicClock.now + $0 } ?? .max
        var killTime: UInt64?
        while run.poll() == nil {
            poll(nil, 0, HeadlessTry.interval)
            let now = MonotonicClock.now
            if signals.next() != nil || killTime == nil && now >= deadline {
                run.stop()
                killTime = killTime ?? now + StartedProgram.grace
            }
            if let killTime, now >= killTime { run.force() }
        }
    }

    private func report(_ recording: ProgramRecording, _ program: TriedProgram) throws {
        let traces = recording.path.traces()
        guard !traces.isEmpty else { throw Failure("'\(source.name)' ended before it could be traced") }
        if traces.allSatisfy({ ProgramRecording.eventCount(of: $0) == 0 }) { try reportNothing(program) }
        if case .test(let snippet) = printed {
            let log = TraceText(traces[0], name: source.name).readProgram()
            StandardOutput().verbatim(try TriedTest(snippet, observing: log).text.utf8)
        }
        for file in traces {
            if case .events(let format) = printed { TraceText(file, name: output ?? source.name).write(as: format) }
            if output != nil {
                try recording.finish(file)
            } else if let note = ForkNote(of: file) {
                StandardError.line("flowviz: \(note.line)")
            }
        }
    }
}

extension HeadlessTry {
    /// Reports that no stream was seen, with possible reasons.
    private func reportNothing(_ program: TriedProgram) throws {
        if case .test = printed {
            throw Failure("no test can be made of '\(source.name)': \(program.nothingSeenNote())")
        }
        StandardError.line("flowviz: \(program.nothingSeenNote())")
    }
}

/// Limits the progress lines of a build to one every ten seconds.
struct ProgressLines {
    private let start = MonotonicClock.now
    private var last: UInt64 = 0

    /// The nanoseconds between two lines.
    private static let interval: UInt64 = 10_000_000_000

    /// The next line, `nil` if none is due.
    mutating func line(for progress: BuildOutput.Progress?) -> String? {
        let passed = MonotonicClock.now - start
        guard let progress, passed >= last + ProgressLines.interval else { return nil }
        last = passed
        return "flowviz: building, \(progress.words)"
    }
}
