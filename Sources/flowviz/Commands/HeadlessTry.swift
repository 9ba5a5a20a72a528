import ArgumentParser
import FlowSessions
import FlowSystem
import FlowTerminal
import FlowText
import FlowTrace
import FlowTry
import LibC

/// Builds and runs a file without a screen, and prints its streams.
struct HeadlessTry {
    /// The output about its streams.
    enum Printed {
        case events(RunFormat)
        /// A test that expects the observed behaviour.
        case test
    }

    let snippet: Snippet
    /// The maximum length of the run in nanoseconds.
    let length: UInt64
    /// The output, `nil` for none.
    let printed: Printed?
    /// The file for the recording, `nil` for none.
    let output: String?

    /// The size of the ring in bytes if the run is only printed, enough for half a million records.
    private static let size = 16 << 20
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
            into: output ?? "\(folder.path)/trace.fvz", size: output == nil ? HeadlessTry.size : nil, isRing: output == nil,
            describesAll: true)
        // If its streams are printed, the program's own output goes to the standard error, so that the two do not mix.
        let run = try StartedProgram(
            tried: program, recording, endingAfter: snippet.isVirtual ? length : nil,
            output: printed == nil ? STDOUT_FILENO : STDERR_FILENO, errors: STDERR_FILENO)
        wait(for: run, signals)
        try report(recording)
        if let signal = signals.last { return signal }
        if run.isStopped {
            StandardError.line(
                "flowviz: stopped '\(snippet.name)' after \(Seconds.duration(nanoseconds: length)); use --for to run it longer")
        } else if let end = run.end, end != .exited(0) {
            throw Failure("'\(snippet.name)' ended with \(end.words)")
        }
        return nil
    }

    /// Builds it, and prints the progress of a long build.
    ///
    /// - Returns: The path of the program, `nil` if the user has stopped the build.
    private func build(into folder: RunFolder.Part, _ signals: SignalForwarding) throws -> String? {
        let package = try TryPackage(of: try FlowvizSources())
        guard let turn = try turn(in: package, signals) else { return nil }
        let build = try SnippetBuild(snippet, in: package, turn, into: folder)
        var progress = ProgressLines()
        while build.outcome == .isRunning {
            build.wait(milliseconds: 100)
            if signals.next() != nil { return nil }
            build.poll()
            if let line = progress.line(for: build.output.progress) { StandardError.line(line) }
        }
        for message in build.output.messages { message.lines(in: snippet).forEach(StandardError.line) }
        for note in [snippet.virtualNote, snippet.untracedNote].compactMap(\.self) { StandardError.line("flowviz: \(note)") }
        switch build.outcome {
        case .isRunning: return nil
        case .refused: throw ExitCode(2)
        case .failed(let reason): throw Failure(reason)
        case .built(let program): return program
        }
    }

    /// - Returns: The turn to build, `nil` if the user has stopped waiting.
    private func turn(in package: TryPackage, _ signals: SignalForwarding) throws(Failure) -> TryPackage.Turn? {
        var hasSaid = false
        while signals.next() == nil {
            if let turn = try package.turn() { return turn }
            if !hasSaid { StandardError.line("flowviz: waiting for another 'flowviz try', which is building") }
            hasSaid = true
            poll(nil, 0, HeadlessTry.interval)
        }
        return nil
    }

    /// Waits until a program exits, or its time is over.
    private func wait(for run: StartedProgram, _ signals: SignalForwarding) {
        let deadline = MonotonicClock.now + length
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

    private func report(_ recording: ProgramRecording) throws {
        let traces = recording.path.traces()
        guard !traces.isEmpty else { throw Failure("'\(snippet.name)' ended before it could be traced") }
        if traces.allSatisfy({ ProgramRecording.eventCount(of: $0) == 0 }) { try reportNothing() }
        if case .test = printed {
            let log = TraceText(traces[0], name: snippet.name).readProgram()
            StandardOutput().verbatim(try TriedTest(snippet, observing: log).text.utf8)
        }
        for file in traces {
            if case .events(let format) = printed { TraceText(file, name: output ?? snippet.name).write(as: format) }
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
    private func reportNothing() throws {
        if case .test = printed {
            throw Failure("no test can be made of '\(snippet.name)': \(snippet.nothingSeenNote)")
        }
        StandardError.line("flowviz: \(snippet.nothingSeenNote)")
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
