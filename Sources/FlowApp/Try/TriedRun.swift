import FlowSessions
import FlowSystem
import FlowTrace
import FlowTry
import LibC

/// A run of a tried program: its process, its output and its recording.
package final class TriedRun {
    let tried: TriedProgram
    let output: ProgramOutput
    /// The recording of its only process so far, `nil` until it has begun, and if several processes have recorded events.
    private(set) var watch: ProgramWatch?
    /// The recordings of several processes: a package's tests of XCTest and of Swift Testing.
    private(set) var group: WatchedPrograms?
    /// The traces of its processes that may have events.
    private var files: [TraceFile] = []
    /// The time of the last search for traces.
    private var lastSearch: UInt64 = 0
    /// Its start on the machine's monotonic clock, in nanoseconds.
    let start: UInt64
    /// Its duration in nanoseconds, `nil` while it runs.
    private(set) var duration: UInt64?
    private let program: StartedProgram
    private let recording: ProgramRecording
    private let folder: RunFolder.Part
    private let budget: MemoryBudget
    private let clock: () -> UInt64
    /// The time at which to ask the program to end; `nil` for never.
    private var deadline: UInt64?
    /// The time at which to kill it; `nil` for never.
    private var killTime: UInt64?

    /// The assumed length of a run, for the first cell size.
    package static let usualLength = TraceTime(seconds: 6)
    /// The virtual time in nanoseconds after which an endless run in virtual time ends.
    private static let usualVirtualLength: UInt64 = 60_000_000_000
    /// The nanoseconds between two searches for traces.
    private static let searchInterval: UInt64 = 200_000_000
    /// The size of its ring in bytes, enough for about two million records.
    private static let size = 64 << 20

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - length: The nanoseconds after which it is stopped, `nil` for never.
    ///   - clock: Returns the time of the machine's monotonic clock in nanoseconds.
    init(
        _ tried: TriedProgram, in folder: RunFolder.Part, for length: UInt64?, within budget: MemoryBudget,
        clock: @escaping () -> UInt64
    ) throws {
        (self.tried, self.folder, self.budget, self.clock) = (tried, folder, budget, clock)
        recording = try ProgramRecording(
            into: "\(folder.path)/trace.fvz", size: TriedRun.size, isRing: true, describesAll: tried.describesAll,
            isControlled: !tried.isVirtual)
        let (pipe, end) = try OutputPipe.make()
        defer { withExtendedLifetime(end) {} }
        self.program = try StartedProgram(
            tried: tried, recording, endingAfter: tried.isVirtual ? length ?? TriedRun.usualVirtualLength : nil,
            output: end.number, errors: end.number)
        output = ProgramOutput(of: pipe)
        start = clock()
        deadline = length.map { start + $0 }
    }

    /// The time of the run on the machine's monotonic clock; it stops when the program exits.
    private var time: UInt64 { duration.map { start + $0 } ?? clock() }

    /// Its exit status, `nil` while it runs.
    var end: ChildProcess.End? { program.end }

    /// Whether flowviz has stopped it.
    var isStopped: Bool { program.isStopped }

    /// Updates the state of the run, and stops the program when its time is over.
    func poll() {
        let now = clock()
        if duration == nil, program.poll() != nil { duration = now - start }
        if let deadline, now >= deadline, killTime == nil { stop() }
        if let killTime, now >= killTime { program.force() }
        let isFirst = files.isEmpty
        guard isFirst || tried.isSuite && (duration == now - start || now >= lastSearch + TriedRun.searchInterval) else { return }
        lastSearch = now
        findTraces()
    }

    /// Shows the traces of processes that have begun to record. One without events makes room for the next.
    private func findTraces() {
        let known = Set(files.map(\.process))
        let new = recording.path.traces().filter { !known.contains($0.process) }
        guard !new.isEmpty else { return }
        files = files.filter(\.hasEvents) + new
        let clock = { [weak self] in self?.time ?? 0 }
        let processes = files.map { WatchedProcess(program, writing: $0, called: tried.isSuite ? TriedRun.label(of: $0) : nil) }
        if processes.count == 1 {
            (watch, group) = (ProgramWatch(processes[0], succession: .none, within: budget, clock: clock), nil)
        } else {
            (watch, group) = (nil, WatchedPrograms(processes, within: budget, clock: clock))
        }
    }

    /// The testing library of a process.
    private static func label(of file: TraceFile) -> String {
        file.command.contains("swift-testing") ? "Swift Testing" : "XCTest"
    }

    /// Its recordings, `nil` until one has begun.
    var recordings: (any Playable & PipelinePlayback)? { group ?? watch }

    /// The events from which stores are foretold.
    var records: LaneStore.Records? { group?.focused.playback.records ?? watch?.records }

    func stop() {
        program.stop()
        killTime = clock() + StartedProgram.grace
    }
}
