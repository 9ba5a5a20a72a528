import Dispatch
import FlowSystem
import FlowTrace

/// The traced processes of this user.
package struct TracedProcesses: Sendable {
    package let folder: RuntimeFolder

    init(in folder: RuntimeFolder) { self.folder = folder }

    package init() throws { folder = try Failure.checked { () throws(TraceFileError) in try RuntimeFolder() } }

    /// All traced processes by process ID, with the details for a list.
    package var all: [TracedProcess] { folder.processes().map { TracedProcess($0, in: folder) } }

    /// The process IDs of all traced processes; at least one.
    ///
    /// - Throws: ``Failure`` if there is none.
    package func processIDs() throws(Failure) -> [Int32] {
        let found = folder.processes()
        guard found.isEmpty else { return found }
        throw Failure("no traced process of this user is running; start a program that links FlowAgent with FLOWVIZ=1")
    }

    /// The socket of a process.
    ///
    /// - Throws: ``Failure`` if no traced process has this ID.
    package func socket(of number: Int32) throws(Failure) -> String {
        guard folder.processes().contains(number) else {
            throw Failure("no traced process \(number); 'flowviz attach' lists those of this user")
        }
        return folder.socket(of: number)
    }

    /// Connects to all processes except the known ones, concurrently, so that a stopped process does not delay the others.
    func ask(but known: Set<Int32>) -> ProcessAnswers {
        let processes = folder.processes().filter { !known.contains($0) }
        let answers = TracedProcesses.ask(processes.map(folder.socket))
        return zip(processes, answers).reduce(into: ProcessAnswers()) { $0.add($1.1, of: $1.0) }
    }

    /// Connects to some sockets concurrently. Blocks until the slowest has answered, a few seconds at most.
    ///
    /// - Returns: The result for each socket, in order.
    package static func ask(_ sockets: [String]) -> [Result<ViewerConnection, TraceFileError>] {
        let answers = LockedBox([Int: Result<ViewerConnection, TraceFileError>]())
        let asking = DispatchGroup()
        for (index, socket) in sockets.enumerated() {
            // A separate queue for each socket gives each a thread.
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

/// The answers of processes to a connection attempt.
struct ProcessAnswers: Sendable {
    private(set) var connections: [(process: Int32, connection: ViewerConnection)] = []
    /// The processes that did not answer in time, for example because they are suspended.
    private(set) var silent: Set<Int32> = []

    /// Adds the answer of a process. A process whose socket has no listener has just exited.
    fileprivate mutating func add(_ answer: Result<ViewerConnection, TraceFileError>, of process: Int32) {
        switch answer {
        case .success(let connection): connections.append((process, connection))
        case .failure(.noAnswer): silent.insert(process)
        case .failure: break
        }
    }
}

/// The programs to watch.
package enum ProgramChoice {
    /// The programs at these sockets.
    case named([String])
    /// All programs of this user, including programs that start later.
    case all(TracedProcesses)
}

/// Finds traced programs, including programs that start later. A stopped program is found when it resumes.
///
/// ``searchInBackground()`` searches on another thread, so that a program that does not answer does not block the screen. ``take()``
/// returns the results.
package final class StartingPrograms: Sendable {
    private struct State {
        /// The processes that have answered.
        var known: Set<Int32> = []
        var found: [ViewerConnection] = []
        var silent: Set<Int32> = []
        var isSearching = false
    }

    private let processes: TracedProcesses
    private let state = LockedBox(State())

    /// - Parameter known: Processes to ignore.
    package init(of processes: TracedProcesses, but known: Set<Int32> = []) {
        self.processes = processes
        state.withLock { $0.known = known }
    }

    /// The programs found since the last call.
    package func take() -> [ViewerConnection] {
        state.withLock { state in
            defer { state.found = [] }
            return state.found
        }
    }

    /// Starts a search on another thread, unless one is running.
    package func searchInBackground() {
        let wasSearching = state.withLock { state in
            defer { state.isSearching = true }
            return state.isSearching
        }
        if !wasSearching { DispatchQueue.global(qos: .utility).async { self.search() } }
    }

    /// Whether a search by ``searchInBackground()`` is running. Its results are available afterwards.
    package var isSearching: Bool { state.withLock(\.isSearching) }

    /// The processes that did not answer in the last search.
    var silent: [Int32] { state.withLock(\.silent).sorted() }

    /// Searches for programs and blocks until they have answered.
    package func search() {
        let known = state.withLock(\.known)
        let there = Set(processes.folder.processes())
        let answers = processes.ask(but: known)
        let found = answers.connections
        state.withLock { state in
            state.silent = answers.silent
            // The system can reuse the ID of an exited process.
            state.known = known.intersection(there).union(found.map(\.process))
            state.found += found.map(\.connection)
            state.isSearching = false
        }
    }
}

/// A traced process with the details for a list.
package struct TracedProcess {
    package let number: Int32
    /// The name of its program, `?` if its trace cannot be read.
    package let name: String
    /// The time since tracing began, in nanoseconds; `nil` if unknown.
    package let age: UInt64?
    /// Its arguments, as far as the system knows them.
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

    /// A line for each process, below a line of titles.
    package static func table(of processes: [TracedProcess]) -> [String] {
        TextTable.lines([["PID", "program", "traced for", "arguments"]] + processes.map(\.cells), .left)
    }

    private var cells: [String] {
        ["\(number)", VisibleText.line(name, limit: 200), age.map(TracedProcess.text) ?? "?", arguments]
    }

    /// An age in its two largest units, for example `2 d 5 h`.
    package static func text(ofAge nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
        return parts[first...].prefix(2).map { "\($0) \($1)" }.joined(separator: " ")
    }
}
