import ArgumentParser
import FlowApp
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import LibC

struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Shows the pipelines of a program that runs with FLOWVIZ=1.")

    @Argument(
        help: ArgumentHelp(
            "The number of the process, or its socket; several are shown together. By default the only traced program, or a list to choose from.",
            valueName: "process"))
    var processes: [String] = []

    @Flag(help: "All traced programs of this user together, also those that start later.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Wait until a program of this name is traced, and go on with its next run when it has ended.", valueName: "name"))
    var wait: String?

    @OptionGroup var list: ListOptions

    @OptionGroup var memory: MemoryOptions

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func validate() throws {
        if wait != nil, all || !processes.isEmpty {
            throw ValidationError("--wait names a program; leave out \(all ? "--all" : "the process")")
        }
        if all, let process = processes.first { throw ValidationError("'\(process)' and --all both say what to show; give one") }
        if let twice = Arguments.repeated(processes) {
            throw ValidationError("'\(twice)' is given twice; name each process once")
        }
    }

    func run() throws {
        let config = looks.config()
        guard let choice = try choice(config) else { return }
        MemoryBudget.returnMemory()
        let (watched, later) = try connected(to: choice)
        if let twice = Arguments.repeated(watched.map { "\($0.number)-\($0.file.startTime)" }) {
            throw ValidationError("process \(twice.prefix { $0 != "-" }) is given twice; name each process once")
        }
        let isOne = watched.count == 1 && later == nil
        var state = AppState(
            .watched(ProgramState(hasOthers: !isOne)), length: TraceTime(seconds: 6), size: Size(width: 0, height: 0))
        state.breakpoints = try breaks.breakpoints
        state.list(by: list.order, matching: list.filter)
        let budget = memory.budget(config.settings)
        if isOne {
            let watch = ProgramWatch(watched[0], succession: wait == nil ? .onDemand : .byItself, within: budget) {
                MonotonicClock.now
            }
            try looks.show(.program(watch), state, config)
        } else {
            let programs = WatchedPrograms(watched, and: later, within: budget) { MonotonicClock.now }
            try looks.show(.programs(programs), state, config)
        }
    }

    /// Connects to the programs, at least one.
    private func connected(to choice: ProgramChoice) throws -> ([WatchedProcess], StartingPrograms?) {
        switch choice {
        case .named(let sockets):
            let processes = try TracedProcesses.ask(sockets).map { answer in
                try Failure.checked { () throws(TraceFileError) in try WatchedProcess(answer.get()) }
            }
            for process in processes { PlaceSearch.start(process.file) }
            return (processes, nil)
        case .all(let all):
            let later = StartingPrograms(of: all)
            later.search()
            let processes = later.take().compactMap(watched)
            guard !processes.isEmpty else {
                throw Failure("no traced process of this user answers; if one is suspended, kill -CONT resumes it")
            }
            return (processes, later)
        }
    }

    /// One of several programs, `nil` if its trace cannot be read, so that the others are still shown.
    private func watched(_ connection: ViewerConnection) -> WatchedProcess? {
        do {
            let process = try WatchedProcess(connection)
            PlaceSearch.start(process.file)
            return process
        } catch {
            StandardError.line("flowviz: \(error)")
            return nil
        }
    }

    /// The programs to show; `nil` if they were only listed, or the user has left the list.
    private func choice(_ config: Config) throws -> ProgramChoice? {
        if let wait { return .named([awaited(wait, in: try TracedProcesses())]) }
        guard processes.isEmpty else { return .named(try processes.map(socket)) }
        let found = try TracedProcesses()
        let ids = try found.processIDs()
        if all { return .all(found) }
        guard ids.count > 1 else { return .named(ids.map(found.folder.socket)) }
        if looks.plain == true || isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 {
            return try looks.pick(among: found, config)
        }
        let output = StandardOutput()
        for line in TracedProcess.table(of: found.all) { output.line(line) }
        output.flush()
        StandardError.line(
            "flowviz: \(ids.count) traced processes are running; 'flowviz attach PID' shows one, 'flowviz attach --all' all")
        return nil
    }

    private func socket(_ process: String) throws -> String {
        if let number = Int32(process) { return try TracedProcesses().socket(of: number) }
        guard !process.contains("/"), access(process, F_OK) != 0 else { return process }
        throw Failure(
            "'\(process)' is neither the number of a process nor a socket; "
                + "'flowviz attach --wait \(process)' takes a program by its name")
    }

    /// Waits until a program of this name is traced, and returns its socket.
    private func awaited(_ name: String, in found: TracedProcesses) -> String {
        var hasSaid = false
        while true {
            if let process = found.all.last(where: { $0.name == name }) { return found.folder.socket(of: process.number) }
            if !hasSaid {
                StandardError.line(
                    "flowviz: waiting for '\(VisibleText.line(name, limit: 200))' to start with FLOWVIZ=1; ^C ends")
            }
            hasSaid = true
            // No notification of a started program exists on every system.
            usleep(100_000)
        }
    }
}
