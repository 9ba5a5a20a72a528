import ArgumentParser
import FlowAnalysis
import FlowTrace
import LibC

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Runs a program that links FlowAgent, and records its streams into a file.")

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; one that is there is replaced.", valueName: "file"))
    var output: String

    @Option(help: ArgumentHelp("The size of the file, for example 64M; 256M by default.", valueName: "bytes"))
    var size: String?

    @Flag(help: "When the file is full, let the newest records replace the oldest.")
    var ring = false

    @Option(help: "basic writes down numbers and text, all describes every other value too.")
    var values = RecordedValues.basic

    @Argument(parsing: .postTerminator, help: ArgumentHelp("What to run, after --.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        guard !program.isEmpty else {
            throw ValidationError("no program is named; write flowviz record -o FILE -- PROGRAM ARGUMENTS")
        }
        guard let size else { return }
        let allowed = TraceFileOptions.minimumSize...TraceFileOptions.maximumSize
        guard let count = ByteCount(size), allowed.contains(count.bytes) else {
            throw ValidationError("--size '\(size)' does not fit; it takes bytes from 1M to 64G, for example 64M")
        }
    }

    func run() throws {
        let start = wallClock
        let recording = RecordingPath(try absolute(output), since: start)
        let options = ["since=\(start)", size.map { "size=\($0)" }, ring ? "ring" : nil, values == .all ? "values=all" : nil]
            .compactMap(\.self)
        // All that follows `path=` is the path, commas too.
        let setting = (["file"] + options + ["path=\(recording.pattern)"]).joined(separator: ",")
        // Before the program runs; it would run on untraced.
        let room = TraceFileOptions(size: size.flatMap(ByteCount.init)?.bytes ?? TraceFileOptions.defaultSize)
        try Trace.checked { () throws(TraceFileError) in try room.check(recording.pattern) }
        let end = try ChildProcess.run(lastWords: program.count, adding: ["FLOWVIZ": setting])
        let traces = recording.traces()
        try report(traces)
        ChildProcess.leave(as: traces.isEmpty && end == .exited(0) ? .exited(1) : end)
    }

    /// A line on what each process recorded; a file from before is not what this program wrote.
    private func report(_ traces: [TraceFile]) throws {
        if traces.isEmpty {
            StandardError.line("flowviz: '\(program[0])' wrote no trace; link FlowAgent into it, as the README describes")
        }
        for file in traces {
            let count = eventCount(of: file)
            try Trace.checked { () throws(TraceFileError) in try file.trim(ifLeft: true) }
            let lost = file.hasWrapped ? "the last " : ""
            let name = relative(file.path)
            StandardError.line(
                "flowviz: \(lost)\(count) events, \(file.missed) missed, in '\(name)'; 'flowviz replay \(name)' shows them"
            )
            if let note = ForkNote(of: file) { StandardError.line("flowviz: \(note.line)") }
        }
    }

    /// As many events as an export has: not each is a record of its own.
    private func eventCount(of file: TraceFile) -> Int {
        var (trace, isWhole) = (SteppedTrace(file, isScenario: false), false)
        while !isWhole { isWhole = trace.step(limit: 32_768).isLast }
        return trace.log.count
    }

    /// A trace's path, from where the one that was asked for is given.
    private func relative(_ path: String) -> String {
        let folder = output.lastIndex(of: "/").map { output[...$0] } ?? ""
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        return String(folder + name)
    }

    /// The program may leave this folder before it writes.
    private func absolute(_ path: String) throws -> String {
        guard path.utf8.first != UInt8(ascii: "/"), let bytes = getcwd(nil, 0) else { return path }
        defer { free(bytes) }
        guard let folder = String(validatingCString: bytes) else {
            throw Failure("cannot record into '\(path)': the path of this folder is not UTF-8; give the whole path of a file")
        }
        return "\(folder)/\(path)"
    }

    private var wallClock: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Which values of a program are written down.
enum RecordedValues: String, CaseIterable, ExpressibleByArgument {
    case basic, all
}
