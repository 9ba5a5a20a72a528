import FlowSystem
import FlowTrace
import LibC

/// A running or finished build of a package: first of flowviz's libraries, then of the package itself.
final class PackageBuild: TriedBuild {
    private enum Step {
        case kit(sources: String)
        case executables(CompilerSetup, PackageWorkspace)
        case suite(CompilerSetup, PackageWorkspace, filter: String?)
        case package(PackageWorkspace, program: [String], variables: [String: String] = [:])
    }

    private let source: TriedFolder
    private let kit: FlowvizKit
    private let toolchain: Toolchain
    /// The file for the events of Swift Testing.
    private let events: String
    /// The reason that tests cannot be told apart, if they cannot.
    private var suiteProblem: String?
    private var step: Step
    private var process: BuildProcess?
    private var turn: BuildTurn?
    private(set) var output: BuildOutput
    private(set) var outcome = BuildOutcome.isRunning

    /// - Parameters:
    ///   - folder: The folder of the run.
    ///   - turn: Released when the build is over.
    init(
        of source: TriedFolder, with kit: FlowvizKit, _ toolchain: Toolchain, in folder: String, _ turn: BuildTurn
    ) throws(Failure) {
        (self.source, self.kit, self.toolchain, self.turn) = (source, kit, toolchain, turn)
        events = "\(folder)/tests.jsonl"
        output = BuildOutput(below: source.folder)
        try kit.makeToolchain()
        let sources = kit.sourceVersion
        step = .kit(sources: sources)
        if kit.isBuilt(from: sources) {
            outcome = try next()
        } else {
            process = try BuildProcess(kit.buildCommand, turn.variables)
        }
    }

    func poll() {
        guard outcome.isRunning else { return }
        guard let end = process?.poll({ output.read($0) }) else { return }
        do {
            outcome = end == .exited(0) || isOptional(end) ? try next() : failure(end)
        } catch {
            outcome = .failed(error.description)
        }
        if !outcome.isRunning { turn = nil }
    }

    func wait(milliseconds: Int32) { process?.wait(milliseconds: milliseconds) }

    var note: String {
        if case .kit = step { return SnippetBuild.needsNote }
        return "\(source.name) is built in flowviz's cache; its own folder does not change"
    }

    func lines(of message: CompilerMessage, naming name: String) -> [String] { [message.words(naming: name)] }

    // MARK: Steps

    /// Whether the build goes on although a step has failed.
    private func isOptional(_ end: ChildProcess.End) -> Bool {
        guard case .suite = step else { return false }
        suiteProblem = output.foreignError ?? "the compiler ended with \(end.words)"
        return true
    }

    /// Goes on to the next step.
    private func next() throws(Failure) -> BuildOutcome {
        switch step {
        case .kit(let sources):
            try kit.noteBuilt(from: sources)
            try kit.selectModules()
            let workspace = try PackageWorkspace(of: source.folder, with: kit, isRelease: source.isRelease)
            let setup = try kit.setup(notes: workspace.notes)
            switch source.part {
            case .executable(let product?, let arguments): try build(product, arguments, setup, workspace)
            case .executable(nil, _): try listExecutables(setup, workspace)
            case .tests(let filter): try prepareSuite(filter, setup, workspace)
            }
        case .suite(let setup, let workspace, let filter): try buildTests(filter, setup, workspace)
        case .executables(let setup, let workspace):
            guard case .executable(_, let arguments) = source.part else { break }
            let executables = process?.executables ?? []
            switch executables.count {
            case 1: try build(executables[0], arguments, setup, workspace)
            case 0: return .failed("'\(source.name)' has no executable; --suite runs its tests")
            default:
                let names = executables.joined(separator: ", ")
                return .failed("'\(source.name)' has several executables; name one with --product: \(names)")
            }
        case .package(let workspace, let words, let variables):
            guard access(words[0], X_OK) == 0 else {
                return .failed("'\(source.name)' has no executable '\(FileName.last(of: words[0]))'; name one with --product")
            }
            return .built(program(words, variables, workspace))
        }
        return .isRunning
    }

    private func listExecutables(_ setup: CompilerSetup, _ workspace: PackageWorkspace) throws(Failure) {
        step = .executables(setup, workspace)
        try start(workspace.listCommand, setup)
    }

    private func build(
        _ product: String, _ arguments: [String], _ setup: CompilerSetup, _ workspace: PackageWorkspace
    ) throws(Failure) {
        step = .package(
            workspace, program: ["\(workspace.programs)/\(product)"] + arguments)
        try start(["build"] + workspace.options + ["--product", product], setup)
    }

    private func prepareSuite(_ filter: String?, _ setup: CompilerSetup, _ workspace: PackageWorkspace) throws(Failure) {
        let library = SuiteLibrary(setup)
        guard !library.isBuilt else { return try buildTests(filter, setup, workspace) }
        step = .suite(setup, workspace, filter: filter)
        process = try BuildProcess(library.buildCommand, turn?.variables ?? [:])
    }

    private func buildTests(_ filter: String?, _ setup: CompilerSetup, _ workspace: PackageWorkspace) throws(Failure) {
        let options = workspace.options
        let filters = filter.map { ["--filter=\($0)"] } ?? []
        let suite = SuiteLibrary(setup)
        let words = [toolchain.swift, "test", "--skip-build"] + options + filters + suite.options(events: events)
        step = .package(workspace, program: words, variables: suite.variables(events: events))
        try start(["build", "--build-tests"] + options, setup)
    }

    private func start(_ words: [String], _ setup: CompilerSetup) throws(Failure) {
        process = try BuildProcess([toolchain.swift] + words, setup.variables.merging(turn?.variables ?? [:]) { $1 })
    }

    // MARK: Results

    private func program(
        _ words: [String], _ variables: [String: String], _ workspace: PackageWorkspace
    ) -> TriedProgram {
        let notes = CompilerNotes(folder: workspace.notes).all
        let suiteNote = suiteProblem.map { reason in
            "the test of a stream is unknown, since flowviz does not know this Swift Testing: \(reason)"
        }
        return TriedProgram(
            words: words, variables: variables, isSuite: source.isSuite, isVirtual: false, describesAll: false,
            notes: notes.compactMap(\.words) + [suiteNote].compactMap(\.self),
            nothingSeenNote: { [folder = source.folder] in
                let reasons = (try? PackageSurvey(of: folder))?.reasons ?? []
                return ([CompilerNotes.nothingSeen(notes)] + reasons).joined(separator: "; ")
            }, hold: workspace.hold)
    }

    private func failure(_ end: ChildProcess.End) -> BuildOutcome {
        if case .package(let workspace, _, _) = step, let conflict = CompilerNotes(folder: workspace.notes).conflict {
            return .failed(conflict)
        }
        if output.messages.contains(where: { $0.kind == .error }) { return .refused }
        let reason =
            output.foreignError ?? output.failures.last ?? output.tail.last { !$0.isEmpty } ?? "swift ended with \(end.words)"
        if case .kit = step {
            return .failed("cannot build what try needs: \(reason); 'swift build --package-path \(kit.folder)' says more")
        }
        return .failed("cannot build '\(source.name)': \(reason)")
    }
}
