import FlowSessions
import FlowSystem
import FlowTrace
import FlowTry
import LibC

/// A tried file that runs: its process, what it prints, and what it records.
package final class TriedRun {
    let snippet: Snippet
    let output: ProgramOutput
    /// What it has recorded, `nil` until it has begun to.
    private(set) var watch: ProgramWatch?
    /// When it was started, on the machine's monotonic clock.
    let start: UInt64
    /// How long it ran, in nanoseconds, `nil` while it does.
    private(set) var duration: UInt64?
    private let program: StartedProgram
    private let recording: ProgramRecording
    private let folder: RunFolder.Part
    private let budget: MemoryBudget
    private let clock: () -> UInt64
    /// When it is ended, and when nothing is left of its patience, `nil` for never.
    private var deadline: UInt64?
    private var patience: UInt64?

    /// How long one is thought to run before that is known.
    package static let usualLength = TraceTime(seconds: 6)
    /// After how many nanoseconds one in virtual time ends that goes on for ever.
    private static let usualVirtualLength: UInt64 = 60_000_000_000
    /// How much of it is recorded: a ring of the newest two million records or so.
    private static let size = 64 << 20

    /// Starts it.
    ///
    /// - Parameters:
    ///   - program: What was built, in a folder that goes with this run.
    ///   - length: After how many nanoseconds it is ended, `nil` for never.
    ///   - clock: Nanoseconds of the machine's monotonic clock.
    init(
        _ snippet: Snippet, _ program: String, in folder: RunFolder.Part, for length: UInt64?, within budget: MemoryBudget,
        clock: @escaping () -> UInt64
    ) throws {
        (self.snippet, self.folder, self.budget, self.clock) = (snippet, folder, budget, clock)
        recording = try ProgramRecording(
            into: "\(folder.path)/trace.fvz", size: TriedRun.size, isRing: true, describesAll: true)
        let (pipe, end) = try OutputPipe.make()
        defer { withExtendedLifetime(end) {} }
        self.program = try StartedProgram(
            tried: program, recording, endingAfter: snippet.isVirtual ? length ?? TriedRun.usualVirtualLength : nil,
            output: end.number, errors: end.number)
        output = ProgramOutput(of: pipe)
        start = clock()
        deadline = length.map { start + $0 }
    }

    /// Its present, on the machine's monotonic clock; it stands when the program has ended.
    private var time: UInt64 { duration.map { start + $0 } ?? clock() }

    /// How it ended, `nil` while it runs.
    var end: ChildProcess.End? { program.end }

    /// Whether it was ended from here.
    var isStopped: Bool { program.isStopped }

    /// Looks how it is, and whether its time is over.
    func look() {
        let now = clock()
        if duration == nil, program.look() != nil { duration = now - start }
        if let deadline, now >= deadline, patience == nil { stop() }
        if let patience, now >= patience { program.force() }
        if watch == nil, let file = recording.path.traces().first {
            watch = ProgramWatch(WatchedProcess(program, writing: file), succession: .none, within: budget) {
                [weak self] in self?.time ?? 0
            }
        }
    }

    /// Ends it.
    func stop() {
        program.stop()
        patience = clock() + StartedProgram.grace
    }
}
