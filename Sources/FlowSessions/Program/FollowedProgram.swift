import FlowExport
import FlowSystem
import FlowTrace
import FlowVerdict

/// Reads the growing trace of a program, or a trace file, and computes the figures of its stages.
package struct FollowedProgram {
    /// The number of events to keep from one read to the next: later events refer to them as their causes.
    private static let kept = 4_096

    package let name: String
    /// The process, `nil` for a file.
    private let process: WatchedProcess?
    private let file: TraceFile
    /// The recorded run of a scenario, `nil` for the trace of a program.
    private let plan: RunPlan?
    private var reader: BottleneckReader
    /// The number of records that a ring had overwritten by the first read, and the time of the last one; `nil` before the first read.
    private var begin: (overwritten: Int, time: UInt64)?
    /// Whether the trace is complete and has been read to its end.
    private(set) var isOver = false

    package init(_ file: TraceFile) { self.init(file, of: nil) }

    /// - Throws: ``TraceFileError`` if the trace of the process cannot be read.
    package init(_ connection: ViewerConnection) throws(TraceFileError) {
        let process = try WatchedProcess(connection)
        self.init(process.file, of: process)
    }

    private init(_ file: TraceFile, of process: WatchedProcess?) {
        self.file = file
        self.process = process
        name = VisibleText.line(file.name, limit: 200)
        plan = RunPlan.recorded(in: file)
        reader = FollowedProgram.reader(of: file, plan)
    }

    private static func reader(of file: TraceFile, _ plan: RunPlan?) -> BottleneckReader {
        BottleneckReader(file, isOneRun: plan != nil, derivesEvents: plan?.derivesEvents ?? true, keeping: kept)
    }

    /// Whether its process has exited; `false` for a file.
    var hasEnded: Bool { process != nil && isOver }

    /// Reads everything written so far.
    mutating func read() {
        // Asked before reading: records written during the read are left for the next one.
        if let process {
            process.received?.pump()
            isOver = !process.isAlive || process.received?.isAtEnd == true
        } else {
            isOver = file.isClosed || file.isAbandoned
        }
        readOn()
        // Too many records were overwritten unread, so subscriptions have to be found again, and counters start again.
        guard reader.hasLostTrack else { return }
        reader = FollowedProgram.reader(of: file, plan)
        begin = nil
        readOn()
    }

    private mutating func readOn() {
        reader.read(until: process == nil || isOver ? nil : present)
        begin = begin ?? (reader.gaps.overwritten, reader.gaps.overwritten > 0 ? file.overwrittenUntil : 0)
    }

    /// Receives the first part of a trace that comes over a socket. Blocks for up to a second.
    package mutating func receive() {
        for _ in 0..<5 { process?.received?.pump(milliseconds: 200) }
    }

    /// The current time of the process, on the clock of its trace.
    private var present: TraceTime {
        let clock = MonotonicClock.now
        return TraceTime(nanoseconds: clock > file.startTime ? clock - file.startTime : 0)
    }

    // MARK: Stages

    /// The reports on its pipelines, now for a process, at its end for a file.
    package var reports: [PipelineReport] { reader.reports(at: process != nil && !isOver ? present : nil) }

    /// The numbers of the live consumers of a stage, by which a viewer can hold it; empty if it cannot be held.
    package func consumers(of stage: StageID) -> [UInt64] { reader.consumers(of: stage) }

    // MARK: Figures

    /// The figures of its stages: now for a process, at its end for a file.
    func rows() -> [FigureRow] {
        guard process != nil else {
            let isWhole = file.endTime != nil && plan?.isWhole == true
            return reader.figures(at: file.knownUntil, isOver: isWhole)
        }
        return hasEnded ? reader.figures().map(\.ended) : reader.figures(at: present)
    }

    /// The waits of jobs for its executors.
    var executors: [TracedExecutor: ExecutorHistogram] { reader.executorWaits }

    /// The start of its counters in nanoseconds since 1970; `nil` in virtual time.
    var since: UInt64? {
        guard plan == nil else { return nil }
        let (sum, overflow) = file.wallClock.addingReportingOverflow(begin?.time ?? 0)
        return overflow ? nil : sum
    }

    /// The number of events missing since ``since``.
    var missing: Int { reader.gaps.missed.saturatingSum(max(0, reader.gaps.overwritten - (begin?.overwritten ?? 0))) }

    /// Notes on the gaps in its trace.
    package var notes: [String] { Incompleteness.notes(of: reader.gaps, beganLate: reader.beganLate) }
}

/// The programs whose figures are wanted. Programs with the same name are one program to a metrics engine.
///
/// The counts of an exited program stay in the counters of its name, so counters never decrease.
package struct FollowedPrograms {
    /// The totals of the exited programs with one name.
    private struct Account {
        var table = FigureTable()
        var ended: [FigureRow] = []
        var missing = 0
        var executors: [TracedExecutor: ExecutorHistogram] = [:]
        var since: UInt64?
    }

    package private(set) var programs: [FollowedProgram]
    /// The processes that did not answer at the start.
    package private(set) var silent: [Int32] = []
    /// Finds programs that start later, `nil` if they are not wanted.
    private let later: StartingPrograms?
    private var accounts: [String: Account] = [:]

    package init(_ programs: [FollowedProgram]) { (self.programs, later) = (programs, nil) }

    /// Follows all programs of this user, including programs that start later.
    package init(of all: TracedProcesses) {
        let later = StartingPrograms(of: all)
        later.search()
        (programs, self.later, silent) = ([], later, later.silent)
    }

    /// Whether all traces have been read to their final end.
    package var isOver: Bool { later == nil && programs.allSatisfy(\.isOver) }

    /// Adds programs that have started or resumed since the last call.
    package mutating func addStarted() {
        for connection in later?.take() ?? [] {
            if let program = try? FollowedProgram(connection) { programs.append(program) }
        }
        later?.searchInBackground()
    }

    /// Reads everything that the programs have written so far.
    package mutating func read() {
        for index in programs.indices { programs[index].read() }
        for program in programs where program.hasEnded { close(program) }
        programs.removeAll(where: \.hasEnded)
    }

    private mutating func close(_ program: FollowedProgram) {
        var account = accounts[program.name] ?? Account()
        account.ended = account.table.fold(account.ended + program.rows())
        account.missing = account.missing.saturatingSum(program.missing)
        account.executors.merge(program.executors, uniquingKeysWith: +)
        account.since = [account.since, program.since].compactMap(\.self).min()
        accounts[program.name] = account
    }

    /// The figures of all programs, by name.
    package mutating func figures() -> [ProgramFigures] {
        Set(programs.map(\.name)).union(accounts.keys).sorted().map { name in
            let live = programs.filter { $0.name == name }
            var account = accounts[name] ?? Account()
            let rows = account.table.fold(account.ended + live.flatMap { $0.rows() })
            accounts[name] = account
            let missing = live.reduce(account.missing) { $0.saturatingSum($1.missing) }
            let executors = live.reduce(account.executors) { $0.merging($1.executors, uniquingKeysWith: +) }
            return ProgramFigures(
                program: name, since: ([account.since] + live.map(\.since)).compactMap(\.self).min(), missing: missing,
                rows: rows, executors: executors)
        }
    }
}
