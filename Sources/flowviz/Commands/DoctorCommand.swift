import ArgumentParser
import FlowApp
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTerminal
import FlowTry
import FlowViews

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Describes this terminal and how flowviz will use it, or the streams that a trace will miss.")

    @Argument(
        help: ArgumentHelp(
            "Report instead what 'flowviz try' would show of this package, without building it.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp("Report instead the streams in these sources that a trace will miss.", valueName: "folder"),
        completion: .directory)
    var sources: String?

    func run() throws {
        if let folder {
            guard sources == nil else { throw ValidationError("both a folder and --sources are given; give one") }
            return try survey(folder)
        }
        if let sources { return try judge(sources) }
        let config = Config.ofUser()
        let hasColour = config.settings.color
        let found = TerminalCapabilities.probe(
            environment: CursesTerminal.environment, options: TerminalOptions(ascii: config.settings.ascii, colour: hasColour))
        let output = StandardOutput()
        output.line("input      \(found.readsTerminal ? "a terminal" : "not a terminal")")
        output.line("output     \(found.writesTerminal ? "a terminal" : "not a terminal")")
        output.line("TERM       \(found.term.map { $0 + (found.isKnown ? "" : ", unknown to this system") } ?? "not set")")
        output.line("size       \(size(found.size))")
        output.line(
            "colours    \(found.colours)\(hasColour ? "" : ", \(forbids(config))"); uses \(found.colourMode == .none ? "none" : "256")"
        )
        output.line("encoding   \(found.encoding); uses \(found.usesASCII ? "ASCII signs" : "Unicode signs")")
        output.line("mouse      \(found.usesMouse ? "yes" : "no")")
        output.line("settings   \(settings(config))")
        let lines = config.asksForLines ? "flowviz writes lines here, as with --plain" : nil
        output.line("verdict    \(lines ?? found.problem?.description ?? "flowviz runs here")")
    }

    /// Prints the streams of a package that a trace will not show, and a summary of the others.
    private func survey(_ folder: String) throws {
        guard let folder = FilePath.resolved(folder), Arguments.isFolder(folder) else {
            throw Failure("'\(folder)' is not a folder; name that of a package")
        }
        let (output, survey) = (StandardOutput(), try PackageSurvey(of: folder))
        for note in survey.notes { output.line("\(note.path):\(note.line): \(note.note)") }
        for note in survey.combineNotes { output.line(note) }
        output.line(survey.summary)
        for line in DependencySurvey(of: folder).lines { output.line(line) }
    }

    /// Prints for each file below a folder the streams that a trace will not show.
    private func judge(_ folder: String) throws {
        let output = StandardOutput()
        var count = 0
        for path in try SourceTree.files(below: folder) {
            guard let text = try? InputFile.text(path, limit: Snippet.limit) else { continue }
            for doubt in StreamDoubts(text).doubts {
                output.line("\(path):\(doubt.line): \(doubt.note)")
                count += 1
            }
        }
        if count == 0 { output.line("found no stream that a trace would miss") }
    }

    /// The reason why colour is off.
    private func forbids(_ config: Config) -> String {
        if case .variable(let name) = config.origins["color"] { return "\(name) is set" }
        return "color is false in the settings"
    }

    private func settings(_ config: Config) -> String {
        switch config.problems.count {
        case 0: config.origins.isEmpty && config.keyRows(all: false).isEmpty ? "the defaults" : "the user's"
        case 1: "the user's, with a mistake; 'flowviz config' says where"
        case let count: "the user's, with \(count) mistakes; 'flowviz config' says where"
        }
    }

    private func size(_ size: Size?) -> String {
        guard let size else { return "not known" }
        let least = RootView.minimumSize
        let fits = size.width >= least.width && size.height >= least.height
        return "\(size.width)x\(size.height)" + (fits ? "" : "; flowviz needs \(least.width)x\(least.height)")
    }
}
