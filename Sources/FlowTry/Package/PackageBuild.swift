import FlowSystem
import FlowTrace

/// A running or finished build of a package: first of flowviz's libraries, then of the package itself.
final class PackageBuild: TriedBuild {
    private enum Step {
        case kit(sources: String)
        case executables(CompilerSetup, PackageWorkspace)
        case package(PackageWorkspace, program: [String])
    }

    private let source: TriedFolder
    private let kit: FlowvizKit
    private let toolchain: Toolchain
    private var step: Step
    private var process: BuildProcess?
    private var turn: BuildTurn?
    private(set) var output: BuildOutput
    private(set) var outcome = BuildOutcome.isRunning

    /// - Parameter turn: Released when the build is over.
    init(of source: TriedFolder, with kit: FlowvizKit, _ toolchain: Toolchain, _ turn: BuildTurn) throws(Failure) {
        (self.source, self.kit, self.toolchain, self.turn) = (source, kit, toolchain, turn)
        output = BuildOutput(below: source.folder)
        let sources = kit.sourceVersion
        step = .kit(sources: sources)
        if kit.isBuilt(from: sources) {
            outcome = try next()
        } else {
            process = try BuildProcess(kit.buildCommand, turn.variables)
        }
    }

    func poll() {
        guard outcome == .isRunning else { return }
        guard let end = process?.poll({ output.read($0) }) else { return }
        do {
            outcome = end == .exited(0) ? try next() : failure(end)
        } catch {
            outcome = .failed(error.description)
        }
        if outcome != .isRunning { turn = nil }
    }

    func wait(milliseconds: Int32) { process?.wait(milliseconds: milliseconds) }

    var note: String {
        if case .kit = step { return SnippetBuild.needsNote }
        return "\(source.name) is built in flowviz's cache; its own folder does not change"
    }

    func lines(of message: CompilerMessage, naming name: String) -> [String] { [message.words(naming: name)] }

    // MARK: Steps

    /// Goes on to the next step.
    private func next() throws(Failure) -> BuildOutcome {
        switch step {
        case .kit(let sources):
            try kit.noteBuilt(from: sources)
            try kit.selectModules()
            let workspace = try PackageWorkspace(of: source.folder, version: kit.version)
            let setup = try kit.setup(notes: workspace.notes)
            switch source.part {
            case .executable(let product?, let arguments): try build(product, arguments, setup, workspace)
            case .executable(nil, _): try listExecutables(setup, workspace)
            case .tests(let filter): try buildTests(filter, setup, workspace)
            }
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
        case .package(let workspace, let words): return .built(program(words, CompilerNotes(folder: workspace.notes).all))
        }
        return .isRunning
    }

    private func listExecutables(_ setup: CompilerSetup, _ workspace: PackageWorkspace) throws(Failure) {
        step = .executables(setup, workspace)
        let command = ["package"] + workspace.options(isRelease: source.isRelease) + ["show-executables", "--format", "flatlist"]
        try start(command, setup)
    }

    private func build(
        _ product: String, _ arguments: [String], _ setup: CompilerSetup, _ workspace: PackageWorkspace
    ) throws(Failure) {
        step = .package(
            workspace, program: ["\(workspace.programs(isRelease: source.isRelease))/\(product)"] + arguments)
        // Only the search for tests needs an index.
        try start(
            ["build"] + workspace.options(isRelease: source.isRelease) + ["--product", product, "--disable-index-store"], setup)
    }

    private func buildTests(_ filter: String?, _ setup: CompilerSetup, _ workspace: PackageWorkspace) throws(Failure) {
        let options = workspace.options(isRelease: source.isRelease)
        let filters = filter.map { ["--filter", $0] } ?? []
        step = .package(
            workspace, program: [toolchain.swift, "test", "--skip-build"] + options + unusedLibraries + filters)
        try start(["build", "--build-tests"] + options, setup)
    }

    /// The options without which SwiftPM starts a process, and so a trace, for a library of tests that the package does not use.
    private var unusedLibraries: [String] {
        switch (try? PackageSurvey(of: source.folder))?.testLibraries {
        case ["XCTest"]: ["--disable-swift-testing"]
        case ["Testing"]: ["--disable-xctest"]
        default: []
        }
    }

    private func start(_ words: [String], _ setup: CompilerSetup) throws(Failure) {
        process = try BuildProcess([toolchain.swift] + words, setup.variables.merging(turn?.variables ?? [:]) { $1 })
    }

    // MARK: Results

    private func program(_ words: [String], _ notes: [CompilerNotes.Note]) -> TriedProgram {
        let survey = (try? PackageSurvey(of: source.folder))?.reasons ?? []
        return TriedProgram(
            words: words, isVirtual: false, describesAll: false, notes: notes.compactMap(\.words),
            nothingSeenNote: ([CompilerNotes.nothingSeen(notes)] + survey).joined(separator: "; "))
    }

    private func failure(_ end: ChildProcess.End) -> BuildOutcome {
        if output.messages.contains(where: { $0.kind == .error }) { return .refused }
        let reason = output.failures.last ?? output.tail.last { !$0.isEmpty } ?? "swift ended with \(end.words)"
        if case .kit = step {
            return .failed("cannot build what try needs: \(reason); 'swift build --package-path \(kit.folder)' says more")
        }
        return .failed("cannot build '\(source.name)': \(reason)")
    }
}

/// A running or finished command of SwiftPM.
private struct BuildProcess {
    private let program: StartedProgram
    private let pipe: OutputPipe
    private var text: [UInt8] = []

    private static let longestText = 1 << 16

    init(_ words: [String], _ variables: [String: String]) throws(Failure) {
        let end: FileDescriptor
        (pipe, end) = try OutputPipe.make()
        defer { withExtendedLifetime(end) {} }
        program = try StartedProgram(words, adding: variables, output: end.number, errors: end.number)
    }

    /// Reads the available output.
    ///
    /// - Returns: The exit status, `nil` while it runs.
    mutating func poll(_ read: ([UInt8]) -> Void) -> ChildProcess.End? {
        let end = program.poll()
        while let bytes = pipe.read(), !bytes.isEmpty {
            read(bytes)
            if text.count < BuildProcess.longestText { text += bytes }
        }
        return end
    }

    func wait(milliseconds: Int32) { pipe.wait(milliseconds: milliseconds) }

    /// The package's own executables in the output of `swift package show-executables`; a dependency's has its package's name in
    /// brackets.
    var executables: [String] {
        String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init).filter { line in
            !line.isEmpty && line.allSatisfy { $0.isLetter || $0.isNumber || "_-.+".contains($0) }
        }
    }
}
