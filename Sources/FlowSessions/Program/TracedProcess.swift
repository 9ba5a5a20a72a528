import Dispatch
import FlowSystem
import FlowTrace

/// The traced processes of this user.
package struct TracedProcesses: Sendable {
    package let folder: RuntimeFolder

    init(in folder: RuntimeFolder) { self.folder = folder }

    package init() throws { folder = try Trace.checked { () throws(TraceFileError) in try RuntimeFolder() } }

    /// All of them by number, as a list shows them.
    package var all: [TracedProcess] { folder.processes().map { TracedProcess($0, in: folder) } }

    /// The numbers of all; at least one.
    ///
    /// - Throws: ``Failure`` where there is none.
    package func numbers() throws(Failure) -> [Int32] {
        let found = folder.processes()
        guard found.isEmpty else { return found }
        throw Failure("no traced process of this user is running; start a program that links FlowAgent with FLOWVIZ=1")
    }

    /// The socket of a process.
    ///
    /// - Throws: ``Failure`` where no traced process has that number.
    package func socket(of number: Int32) throws(Failure) -> String {
        guard folder.processes().contains(number) else {
            throw Failure("no traced process \(number); 'flowviz attach' lists those of this user")
        }
        return folder.socket(of: number)
    }

    /// Asks all but some that are known, all at once, so that of several that are stopped, or say no more than that they are there, none keeps
    /// the others waiting.
    func ask(but known: Set<Int32>) -> ProcessAnswers {
        let processes = folder.processes().filter { !known.contains($0) }
        let answers = TracedProcesses.ask(processes.map(folder.socket))
        return zip(processes, answers).reduce(into: ProcessAnswers()) { $0.add($1.1, of: $1.0) }
    }

    /// Asks who answers at some sockets, all at once: the slowest decides how long it takes, some seconds at most.
    ///
    /// - Returns: What came of each, in their order.
    package static func ask(_ sockets: [String]) -> [Result<ViewerConnection, TraceFileError>] {
        let answers = LockedBox([Int: Result<ViewerConnection, TraceFileError>]())
        let asking = DispatchGroup()
        for (index, socket) in sockets.enumerated() {
            // Each queue of its own has a thread of its own.
            DispatchQueue(label: "ask \(socket)").async(group: asking) {
                let answer = Result { () throws(TraceFileError) in
                    let connection = try ViewerConnection(socket)
                    connection.awaitTrace()
                    return connection
                }
                answers.withLock { $0[index] = answer }
            }
        }
        asking.wait()
        return answers.withLock { answers in sockets.indices.compactMap { answers[$0] } }
    }
}

/// Which processes answer.
struct ProcessAnswers: Sendable {
    private(set) var connections: [(process: Int32, connection: ViewerConnection)] = []
    /// Those that give no answer in time, as while they are stopped.
    private(set) var silent: Set<Int32> = []

    /// Adds what came of asking a process; where nobody listens, it has just ended.
    fileprivate mutating func add(_ answer: Result<ViewerConnection, TraceFileError>, of process: Int32) {
        switch answer {
        case .success(let connection): connections.append((process, connection))
        case .failure(.noAnswer): silent.insert(process)
        case .failure: break
        }
    }
}

/// The programs that are to be watched.
package enum ProgramChoice {
    /// Those that answer at these sockets.
    case named([String])
    /// All of this user's, also those that start later.
    case all(TracedProcesses)
}

/// Finds all programs that are traced, also those that start later; one that is stopped is found when it goes on.
///
/// ``lookOn()`` looks on another thread, so that a program that does not answer keeps no screen waiting; ``take()`` gives what was found.
package final class StartingPrograms: Sendable {
    private struct State {
        /// The processes that have answered.
        var known: Set<Int32> = []
        var found: [ViewerConnection] = []
        var silent: Set<Int32> = []
        var isLooking = false
    }

    private let processes: TracedProcesses
    private let state = LockedBox(State())

    /// - Parameter known: Processes that are not wanted.
    package init(of processes: TracedProcesses, but known: Set<Int32> = []) {
        self.processes = processes
        state.withLock { $0.known = known }
    }

    /// Those that were found since the last call.
    package func take() -> [ViewerConnection] {
        state.withLock { state in
            defer { state.found = [] }
            return state.found
        }
    }

    /// Looks for others on another thread, unless that is under way.
    package func lookOn() {
        let wasLooking = state.withLock { state in
            defer { state.isLooking = true }
            return state.isLooking
        }
        if !wasLooking { DispatchQueue.global(qos: .utility).async { self.look() } }
    }

    /// Whether ``lookOn()`` is under way; what it finds is there when it is not any more.
    package var isLooking: Bool { state.withLock(\.isLooking) }

    /// Those that gave no answer when they were asked last.
    var silent: [Int32] { state.withLock(\.silent).sorted() }

    /// Looks for programs, and waits for them to answer.
    package func look() {
        let known = state.withLock(\.known)
        let there = Set(processes.folder.processes())
        let answers = processes.ask(but: known)
        let found = answers.connections
        state.withLock { state in
            state.silent = answers.silent
            // A number may be given again.
            state.known = known.intersection(there).union(found.map(\.process))
            state.found += found.map(\.connection)
            state.isLooking = false
        }
    }
}

/// A process that is traced, as a list shows it.
package struct TracedProcess {
    package let number: Int32
    /// Its program, `?` if its trace cannot be read.
    package let name: String
    /// How long it has been traced, in nanoseconds; `nil` if that is not known.
    package let age: UInt64?
    /// What it was started with, as far as the system tells.
    package let arguments: String
}

extension TracedProcess {
    init(_ number: Int32, in folder: RuntimeFolder) {
        let trace = try? TraceFile(folder.trace(of: number))
        let now = MonotonicClock.now
        self.number = number
        name = trace?.name ?? "?"
        age = trace.map { now > $0.startTime ? now - $0.startTime : 0 }
        let words = (try? InputFile.text("/proc/\(number)/cmdline", limit: 4_096))?.split(separator: "\0").dropFirst() ?? []
        arguments = VisibleText.line(words.joined(separator: " "), limit: 200)
    }

    /// A line for each, under a line of titles.
    package static func table(of processes: [TracedProcess]) -> [String] {
        TextTable.lines([["PID", "program", "traced for", "arguments"]] + processes.map(\.cells), .left)
    }

    private var cells: [String] {
        ["\(number)", VisibleText.line(name, limit: 200), age.map(TracedProcess.text) ?? "?", arguments]
    }

    /// The two largest units of an age, as `2 d 5 h`.
    package static func text(ofAge nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
        return parts[first...].prefix(2).map { "\($0) \($1)" }.joined(separator: " ")
    }
}
