import ArgumentParser
import FlowScreen
import FlowTrace
import LibC

struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Shows the pipelines of a program that runs with FLOWVIZ=1.")

    @Argument(
        help: ArgumentHelp(
            "The number of the process, or its socket; by default the only one there is, or a list.", valueName: "process"))
    var process: String?

    @Option(
        help: ArgumentHelp(
            "Wait until a program of this name is traced, and go on with its next run when it has ended.", valueName: "name"))
    var wait: String?

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func validate() throws {
        if wait != nil, process != nil { throw ValidationError("--wait names a program; leave out the process") }
    }

    func run() throws {
        guard let socket = try wait.map(awaited) ?? socket() else { return }
        returnMemory()
        let watch = try Trace.checked { () throws(TraceFileError) in
            try ProgramWatch(try ViewerConnection(socket), followsRuns: wait != nil) { MonotonicClock.now }
        }
        var state = AppState(
            .watched(), length: TraceTime(seconds: 6), size: Size(width: 0, height: 0), theme: try looks.chosenTheme)
        state.breakpoints = try breaks.breakpoints
        try looks.show(watch, state)
    }

    /// Has what is let go of given back to the system: a viewer makes and drops models of some MB for as long as it watches, and its memory
    /// would grow by the gaps that they leave.
    private func returnMemory() {
        #if canImport(Glibc)
            // Swift does not import malloc.h, where mallopt(M_MMAP_THRESHOLD, …) is.
            guard let address = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)
            _ = mallopt(-3, 1 << 16)
        #endif
    }

    /// The socket to connect to, `nil` if a list was the answer.
    private func socket() throws -> String? {
        if let process, Int32(process) == nil { return process }
        let folder = try Trace.checked { () throws(TraceFileError) in try RuntimeFolder() }
        let found = folder.processes()
        if let process, let number = Int32(process) {
            guard found.contains(number) else {
                throw Failure("no traced process \(number); 'flowviz attach' lists those of this user")
            }
            return folder.socket(of: number)
        }
        guard let first = found.first else {
            throw Failure("no traced process of this user is running; start a program that links FlowAgent with FLOWVIZ=1")
        }
        guard found.count > 1 else { return folder.socket(of: first) }
        let output = StandardOutput()
        for line in TracedProcess.table(of: found.map { TracedProcess($0, in: folder) }) { output.line(line) }
        output.flush()
        StandardError.line("flowviz: \(found.count) traced processes are running; 'flowviz attach PID' shows one")
        return nil
    }

    /// The socket of a program that is traced, or will be.
    private func awaited(_ name: String) throws -> String? {
        let folder = try Trace.checked { () throws(TraceFileError) in try RuntimeFolder() }
        var hasSaid = false
        while true {
            if let process = folder.processes().last(where: { TracedProcess($0, in: folder).name == name }) {
                return folder.socket(of: process)
            }
            if !hasSaid {
                StandardError.line(
                    "flowviz: waiting for '\(VisibleText.line(name, limit: 200))' to start with FLOWVIZ=1; ^C ends")
            }
            hasSaid = true
            usleep(100_000)
        }
    }
}
