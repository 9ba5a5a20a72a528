import FlowExport
import FlowSystem
import FlowTrace
import FlowVerdict

/// A traced program, or a trace file, that is read as it grows, for the figures of its stages.
package struct FollowedProgram {
    /// How many events are kept from one reading to the next, for those that they cause.
    private static let kept = 4_096

    package let name: String
    /// The process, `nil` of a file.
    private let process: WatchedProcess?
    private let file: TraceFile
    /// The run that the file holds; `nil` for the trace of a program.
    private let plan: RunPlan?
    private var reader: BottleneckReader
    /// How many records a ring had overwritten when it was first read, and the time of the last of them; `nil` before.
    private var begin: (overwritten: Int, time: UInt64)?
    /// Whether all has been read that will ever be written.
    private(set) var isOver = false

    package init(_ file: TraceFile) { self.init(file, of: nil) }

    /// - Throws: ``TraceFileError`` if the trace that the process writes cannot be read.
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

    /// The process's number, `nil` of a file.
    var number: Int32? { process?.number }

    /// Whether its process has ended; that of a file does not count.
    var hasEnded: Bool { process != nil && isOver }

    /// Reads all that has been written by now.
    mutating func read() {
        // Asked before reading: what is written meanwhile comes next time.
        if let process {
            process.received?.pump()
            isOver = !process.isAlive || process.received?.isAtEnd == true
        } else {
            isOver = file.isClosed || file.isAbandoned
        }
        readOn()
        // Too much was overwritten unread: what lives has to be found anew, and counts anew.
        guard reader.hasLostTrack else { return }
        reader = FollowedProgram.reader(of: file, plan)
        begin = nil
        readOn()
    }

    private mutating func readOn() {
        reader.read(until: process == nil || isOver ? nil : present)
        begin = begin ?? (reader.gaps.overwritten, reader.gaps.overwritten > 0 ? file.overwrittenUntil : 0)
    }

    /// What is given of a program whose trace comes over its socket, which takes a moment.
    package mutating func receive() {
        for _ in 0..<5 { process?.received?.pump(milliseconds: 200) }
    }

    /// The present of the process, on the clock of its trace.
    private var present: TraceTime {
        let clock = MonotonicClock.now
        return TraceTime(nanoseconds: clock > file.startTime ? clock - file.startTime : 0)
    }

    // MARK: Figures

    /// The figures of its stages: now, or at the end of a file.
    func rows() -> [FigureRow] {
        guard process != nil else {
            let isWhole = file.endTime != nil && plan?.isWhole == true
            return reader.figures(at: file.knownUntil, isOver: isWhole)
        }
        return hasEnded ? reader.figures().map(\.ended) : reader.figures(at: present)
    }

    /// Since when its counters count, in nanoseconds since 1970; `nil` in virtual time.
    var since: UInt64? {
        guard plan == nil else { return nil }
        let (sum, overflow) = file.wallClock.addingReportingOverflow(begin?.time ?? 0)
        return overflow ? nil : sum
    }

    /// How many events are missing since then.
    var missing: Int { reader.gaps.missed.saturatingSum(max(0, reader.gaps.overwritten - (begin?.overwritten ?? 0))) }

    /// What its trace does not have, in words.
    package var notes: [String] { Incompleteness.notes(of: reader.gaps, beganLate: reader.beganLate) }
}

/// The programs that figures are wanted of: those of one name are one to a metrics engine.
///
/// What an ended program counted stays in the counters of its name, so that these never go back.
package struct FollowedPrograms {
    /// What the programs of a name have come to.
    private struct Account {
        var table = FigureTable()
        var ended: [FigureRow] = []
        var missing = 0
        var since: UInt64?
    }

    package private(set) var programs: [FollowedProgram]
    /// The processes that gave no answer at the start.
    package private(set) var silent: [Int32] = []
    /// Finds further programs, `nil` if none are wanted.
    private let later: StartingPrograms?
    private var accounts: [String: Account] = [:]

    package init(_ programs: [FollowedProgram]) { (self.programs, later) = (programs, nil) }

    /// All programs of this user, those too that start later.
    package init(of all: TracedProcesses) {
        let later = StartingPrograms(of: all)
        later.look()
        (programs, self.later, silent) = ([], later, later.silent)
    }

    /// Whether nothing more will come.
    package var isOver: Bool { later == nil && programs.allSatisfy(\.isOver) }

    /// Takes up programs that have started since, and those that were stopped.
    package mutating func look() {
        for connection in later?.take() ?? [] {
            if let program = try? FollowedProgram(connection) { programs.append(program) }
        }
        later?.lookOn()
    }

    /// Reads all that the programs have written by now.
    package mutating func read() {
        for index in programs.indices { programs[index].read() }
        for program in programs where program.hasEnded { close(program) }
        programs.removeAll(where: \.hasEnded)
    }

    private mutating func close(_ program: FollowedProgram) {
        var account = accounts[program.name] ?? Account()
        account.ended = account.table.fold(account.ended + program.rows())
        account.missing = account.missing.saturatingSum(program.missing)
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
            return ProgramFigures(
                program: name, since: ([account.since] + live.map(\.since)).compactMap(\.self).min(), missing: missing, rows: rows
            )
        }
    }
}
