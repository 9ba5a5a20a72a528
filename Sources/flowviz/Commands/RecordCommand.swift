import ArgumentParser
import FlowAnalysis
import FlowApp
import FlowSystem
import FlowTrace
import FlowTry
import LibC
import FlowVerdict

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Runs a program that links FlowAgent, and records its streams into a file.",
        discussion: "With --build it first builds a package, as 'flowviz try FOLDER' does; its programs need not link anything.")

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to write; an existing one is replaced.", valueName: "file"),
        completion: .file())
    var output: String

    @Option(help: ArgumentHelp("The size of the file, for example 64M; 256M by default.", valueName: "bytes"))
    var size: String?

    @Flag(help: "When the file is full, let the newest records replace the oldest.")
    var ring = false

    @Option(help: "basic writes down numbers and text, all describes every other value too.")
    var values = RecordedValues.basic

    @Option(
        help: ArgumentHelp("Build this package, and record its executable, or with --suite its tests.", valueName: "folder"),
        completion: .directory)
    var build: String?

    @OptionGroup(title: "Packages") var part: PackageOptions

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program to run, after --; with --build, the arguments of the executable.", valueName: "program"),
        completion: .file())
    var program: [String] = []

    func validate() throws {
        if build == nil { try part.checkUnused(hint: "name one with --build FOLDER") }
        guard build != nil || !program.isEmpty else {
            throw ValidationError("no program is named; write flowviz record -o FILE -- PROGRAM ARGUMENTS")
        }
        guard let size else { return }
        let allowed = TraceFileOptions.minimumSize...TraceFileOptions.maximumSize
        guard let count = ByteCount(size), allowed.contains(count.bytes) else {
            throw ValidationError("--size '\(size)' is not valid; it takes bytes from 1M to 64G, for example 64M")
        }
    }

    func run() throws {
        let config = Config.ofUser()
        config.warn()
        let own = config.settings.recordSize == TraceFileOptions.defaultSize ? nil : config.settings.recordSize
        let size = size.flatMap(ByteCount.init)?.bytes ?? own
        if let build { return try record(build, size) }
        let recording = try ProgramRecording(
            into: output, size: size, isRing: ring, describesAll: values == .all)
        let end = try ChildProcess.run(lastWords: program.count, adding: recording.variables)
        let traces = recording.path.traces()
        if traces.isEmpty {
            StandardError.line("flowviz: '\(program[0])' wrote no trace; link FlowAgent into it, as the README describes")
        }
        for file in traces { try recording.finish(file) }
        ChildProcess.leave(as: traces.isEmpty && end == .exited(0) ? .exited(1) : end)
    }

    private func record(_ package: String, _ size: Int?) throws {
        let given = try TriedFolder(package, try part.part(program), isRelease: part.configuration == .release)
        guard let source = try given.chosen() else { return }
        try HeadlessTry(
            source: source, length: nil, printed: nil, output: output, size: size, isRing: ring, describesAll: values == .all
        ).perform()
    }
}

/// The values of a program to describe in its trace.
enum RecordedValues: String, CaseIterable, ExpressibleByArgument {
    case basic, all
}
