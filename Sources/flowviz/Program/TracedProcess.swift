import FlowTrace

/// The traced processes of this user.
struct TracedProcesses {
    let folder: RuntimeFolder

    init() throws { folder = try Trace.checked { () throws(TraceFileError) in try RuntimeFolder() } }

    /// All of them by number, as a list shows them.
    var all: [TracedProcess] { folder.processes().map { TracedProcess($0, in: folder) } }

    /// The numbers of all; at least one.
    ///
    /// - Throws: ``Failure`` where there is none.
    func numbers() throws(Failure) -> [Int32] {
        let found = folder.processes()
        guard found.isEmpty else { return found }
        throw Failure("no traced process of this user is running; start a program that links FlowAgent with FLOWVIZ=1")
    }

    /// The socket of a process.
    ///
    /// - Throws: ``Failure`` where no traced process has that number.
    func socket(of number: Int32) throws(Failure) -> String {
        guard folder.processes().contains(number) else {
            throw Failure("no traced process \(number); 'flowviz attach' lists those of this user")
        }
        return folder.socket(of: number)
    }
}

/// The programs that are to be watched.
struct ProgramChoice {
    /// Where they answer.
    let sockets: [String]
    /// Those that start later, `nil` if they are not wanted.
    var later: StartingPrograms?

    init(_ sockets: [String]) { self.sockets = sockets }

    /// - Parameter isAll: Whether those too are wanted that start later.
    init(_ processes: [Int32], in folder: RuntimeFolder, isAll: Bool) {
        sockets = processes.map(folder.socket)
        later = isAll ? StartingPrograms(in: folder, known: processes) : nil
    }
}

/// Finds the programs that start to be traced.
struct StartingPrograms {
    private let folder: RuntimeFolder
    private var known: Set<Int32>

    init(in folder: RuntimeFolder, known: [Int32]) { (self.folder, self.known) = (folder, Set(known)) }

    /// The sockets of those that have started since the last call.
    mutating func next() -> [String] {
        let found = folder.processes()
        // A number may be given again.
        defer { known = Set(found) }
        return found.filter { !known.contains($0) }.map(folder.socket)
    }
}

/// A process that is traced, as a list shows it.
struct TracedProcess {
    let number: Int32
    /// Its program, `?` if its trace cannot be read.
    let name: String
    /// How long it has been traced, in nanoseconds; `nil` if that is not known.
    let age: UInt64?
    /// What it was started with, as far as the system tells.
    let arguments: String
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
    static func table(of processes: [TracedProcess]) -> [String] {
        TextTable.lines([["PID", "program", "traced for", "arguments"]] + processes.map(\.cells), .left)
    }

    private var cells: [String] {
        ["\(number)", VisibleText.line(name, limit: 200), age.map(TracedProcess.text) ?? "?", arguments]
    }

    /// The two largest units of an age, as `2 d 5 h`.
    static func text(ofAge nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
        return parts[first...].prefix(2).map { "\($0) \($1)" }.joined(separator: " ")
    }
}
