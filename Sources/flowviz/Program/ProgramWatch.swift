import FlowAnalysis
import FlowModel
import FlowTrace
import FlowViews

/// A program that runs, watched while it writes its trace.
///
/// The trace is read a little later than it is written; the program never waits for its viewers. When it has ended, what is known stays.
/// One can go back as far as the newest events go that it keeps.
final class ProgramWatch: ProgramPlayback {
    let name: String
    private var watched: WatchedProcess
    private let clock: () -> UInt64
    /// How many of the newest events are kept.
    private static let limit = 1 << 17
    /// How many of them an opened pipeline shows at once; the others come in the next frames.
    private static let portion = 1 << 13
    private var trace: ProgramTrace
    private(set) var now = TraceTime.zero
    /// Whether the process has ended; what it left may still have to be read.
    private var hasEnded = false
    private(set) var isOver = false
    /// How many records the ring had written over when it was first read, `nil` before.
    private var overwritten: Int?
    /// Whether the trace was read from its start again, and nobody was told.
    private var hasBegunAgain = false
    /// Whether to go on with the program's next run when one has ended, and when it was looked for last.
    private let followsRuns: Bool
    private var lastLook: UInt64 = 0
    /// Called when the process has ended.
    private var wake: (@Sendable () -> Void)?

    /// Watches the process at the other end of a connection.
    ///
    /// - Parameters:
    ///   - followsRuns: Whether to go on with the program's next run by itself.
    ///   - clock: Nanoseconds of the machine's monotonic clock.
    /// - Throws: ``TraceFileError`` where its trace cannot be read.
    init(
        _ connection: ViewerConnection, followsRuns: Bool = false, clock: @escaping () -> UInt64
    ) throws(TraceFileError) {
        watched = try WatchedProcess(connection)
        self.followsRuns = followsRuns
        self.clock = clock
        name = watched.file.name
        trace = ProgramWatch.trace(of: watched.file)
    }

    private static func trace(of file: TraceFile) -> ProgramTrace {
        ProgramTrace(TraceFold(file, isMeasuring: true), limit: limit, portion: portion)
    }

    private var file: TraceFile { watched.file }
    private var connection: ViewerConnection { watched.connection }
    private var received: ReceivedTrace? { watched.received }

    var nextDeadline: TraceTime? { nil }
    var background: Background { trace.isGrowing || isOver && followsRuns ? .elsewhere : .nothing }

    var facts: RunFacts {
        RunFacts(timeline: trace.timeline, stream: trace.opened?.stream ?? StreamAnalysis(lanes: []), now: moment, isOver: isOver)
    }

    private var moment: Moment { Moment(time: now, sequence: trace.timeline.count) }

    func start(_ state: AppState) { advance(by: 0) }

    /// Reads all that the program has written by now: time is its own.
    func advance(by nanoseconds: UInt64) {
        checkProcess()
        received?.pump()
        let clock = clock()
        let present = clock > file.startTime ? clock - file.startTime : 0
        trace.read(until: hasEnded ? .max : present)
        if trace.fold.hasLostTrack { beginAgain(until: hasEnded ? .max : present) }
        overwritten = overwritten ?? trace.fold.overtaken
        now = max(TraceTime(nanoseconds: present), trace.fold.end.time)
        isOver = hasEnded && received?.isAtEnd != false
    }

    /// The ring has written over so much that was not read, as while this viewer was stopped, that what lives is not known any more.
    private func beginAgain(until time: UInt64) {
        trace = ProgramWatch.trace(of: file)
        overwritten = nil
        hasBegunAgain = true
        trace.read(until: time)
    }

    /// Calls `wake`, from any thread, when the process has ended.
    func watch(_ wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        connection.whenEnded(wake)
    }

    /// Goes over to another run of a program that has ended; returns what came of it and whether it is another now.
    func reconnect() -> (answer: KeyText, isAnother: Bool) {
        checkProcess()
        guard hasEnded else { return ("\(name) is still running", false) }
        guard let next = watched.successor else {
            return ("no other run of \(name) is traced yet; \(.restart) looks again", false)
        }
        watched = next
        trace = ProgramWatch.trace(of: next.file)
        (hasEnded, isOver, overwritten, now) = (false, false, nil, .zero)
        if let wake { next.connection.whenEnded(wake) }
        advance(by: 0)
        return ("this is another run of \(name), process \(next.connection.process)", true)
    }

    /// Goes over to the program's next run as soon as there is one; what was looked at in the last run stays until then.
    private func lookForNextRun(_ state: inout AppState) {
        let time = clock()
        guard time > lastLook + ProgramWatch.lookInterval else { return }
        lastLook = time
        let found = reconnect()
        if found.isAnother { state.begin(found.answer) }
    }

    /// The nanoseconds between two looks.
    private static let lookInterval: UInt64 = 250_000_000

    /// Asks whether the process still runs.
    func checkProcess() {
        // After nonsense nothing more is read.
        hasEnded = !connection.isAlive || received?.isAtEnd == true
    }

    func stepOn() -> Bool { false }

    func refresh(_ state: inout AppState) {
        trace.grow()
        if isOver, followsRuns { lookForNextRun(&state) }
        if hasBegunAgain {
            hasBegunAgain = false
            state.begin("too much was overwritten unread: this begins anew, with what lives")
        }
        guard let playhead = state.playhead, playhead.time < trace.start.time else { return }
        state.playhead = trace.timeline.moment(at: trace.start.time)
    }

    func open(_ pipeline: PipelineID?) { trace.open(pipeline) }

    func choose(_ step: Int, _ state: AppState) -> PipelineID? { ProgramScene.choose(step, state, &trace, now: moment) }

    func screen(_ state: AppState) -> ScreenState {
        var screen = ProgramScene.screen(state, &trace, now: moment, isOver: isOver)
        screen.id = name
        screen.title = "process \(connection.process)\(condition)"
        screen.notes = Incompleteness.notes(
            of: trace.fold.reconstruction, overwritten: overwritten ?? 0, overtaken: trace.fold.overtaken - (overwritten ?? 0),
            lostFacts: file.lostFacts, unreadable: trace.fold.unreadableChunks)
        if let failure = received?.failure { screen.notes.insert("incomplete: \(failure)", at: 0) }
        return screen
    }

    /// What has become of the process, behind its number.
    private var condition: KeyText {
        if received?.failure != nil { return ", no longer received" }
        guard hasEnded else { return "" }
        return followsRuns ? ", has ended; waiting for its next run" : ", has ended; \(.restart): next run"
    }
}

/// A process that is watched: the connection to it, and the trace that it writes.
struct WatchedProcess {
    let connection: ViewerConnection
    let file: TraceFile
    /// What the process sends of its trace, where that cannot be opened.
    let received: ReceivedTrace?

    /// - Throws: ``TraceFileError`` where its trace cannot be read.
    init(_ connection: ViewerConnection) throws(TraceFileError) {
        self.connection = connection
        if let file = connection.trace {
            (self.file, received) = (file, nil)
        } else {
            let received = try ReceivedTrace(connection)
            (file, self.received) = (received.file, received)
        }
    }

    /// Another process of this user that runs the same program, `nil` if none is traced.
    var successor: WatchedProcess? {
        guard let folder = try? RuntimeFolder() else { return nil }
        for process in folder.processes() where process != connection.process {
            guard let next = try? WatchedProcess(ViewerConnection(folder.socket(of: process))), next.file.name == file.name else {
                continue
            }
            return next
        }
        return nil
    }
}
