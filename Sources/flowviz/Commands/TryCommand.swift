import ArgumentParser
import FlowApp
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowTry
import LibC

struct TryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Compiles a file of Swift or a package, runs it, and shows its streams.",
        discussion: """
            The file is Swift as people write it: it may import Combine, which is OpenCombine here, and anything that comes with Swift. It runs \
            with your permissions, like any program that you build and start. What it needs is built once, which takes a minute or two. \
            A folder is a package, which stays unchanged: its executable runs, or with --suite its tests. \
            On a terminal the screen opens, unless --format, --test or -o ask for a run without one.
            """)

    @Argument(
        help: ArgumentHelp("The file, - for standard input, or the folder of a package.", valueName: "file"), completion: .swift)
    var file: String?

    @OptionGroup(title: "Packages") var part: PackageOptions

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The arguments of a package's executable, after --.", valueName: "arguments"),
        completion: .file())
    var arguments: [String] = []

    @Option(help: ArgumentHelp("The code itself, instead of a file.", valueName: "swift"))
    var code: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("End it after this time, for example 500ms; without the screen after 5s.", valueName: "time"))
    var length: String?

    @Flag(help: "Run it in virtual time: without waiting, and the same every time.")
    var virtual = false

    @Flag(help: "Build and run the file again whenever it is saved.")
    var watch = false

    @Option(help: "log, jsonl or marble; log by default, unless it is written to a file.")
    var format: RunFormat?

    @Flag(help: "Print a test that expects what was observed.")
    var test = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var memory: MemoryOptions

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func run() throws {
        let length = try runLength()
        if let file, file != "-", Arguments.isFolder(file) { return try tryPackage(file, length) }
        try part.checkUnused(hint: "name the folder of one, for example flowviz try .")
        guard arguments.isEmpty else {
            throw ValidationError("only a package's executable takes arguments; leave out '-- \(arguments[0])'")
        }
        let snippet = try snippet()
        let path = file == "-" ? nil : file
        guard !watch || path != nil else { throw ValidationError("--watch waits for a file to be saved; name one") }
        guard !test || format == nil else { throw ValidationError("both --test and --format are given; give one") }
        if !test, showsScreen {
            return try show(try BuildableFile(TriedFile(snippet, at: path)), length)
        }
        try checkNotWatching()
        try HeadlessTry(
            source: try BuildableFile(TriedFile(snippet, at: path)), length: length ?? TryCommand.usualLength,
            printed: test ? .test(snippet) : printed, output: output
        ).perform()
    }

    private func tryPackage(_ folder: String, _ length: UInt64?) throws {
        let alone: [(String, Bool)] = [("--code", code != nil), ("--virtual", virtual), ("--test", test)]
        if let (name, _) = alone.first(where: \.1) { throw ValidationError("\(name) is for files, and '\(folder)' is a folder") }
        let given = try TriedFolder(folder, try part.part(arguments), isRelease: part.configuration == .release)
        if !showsScreen { try checkNotWatching() }
        guard let source = try given.chosen() else { return }
        if showsScreen { return try show(source, length) }
        // Tests end by themselves.
        try HeadlessTry(
            source: source, length: part.suite ? length : length ?? TryCommand.usualLength, printed: printed, output: output
        ).perform()
    }

    private func checkNotWatching() throws {
        guard !watch else {
            throw ValidationError(
                "--watch shows every change on the screen; it needs a terminal, and none of --format, --test and --output")
        }
    }

    private var showsScreen: Bool { format == nil && output == nil && (looks.plain == true || isatty(STDOUT_FILENO) == 1) }

    private var printed: HeadlessTry.Printed? {
        format.map { .events($0) } ?? (output == nil ? .events(.log) : nil)
    }

    private func show(_ source: some TriedSource, _ length: UInt64?) throws {
        MemoryBudget.returnMemory()
        var state = AppState(
            .watched(ProgramState(isTried: true)), length: TriedRun.usualLength, size: Size(width: 0, height: 0))
        let config = looks.config()
        state.breakpoints = try breaks.breakpoints
        let playback = try TryPlayback(source, isWatching: watch, for: length, within: memory.budget(config.settings)) {
            MonotonicClock.now
        }
        try looks.show(.trial(playback), state, config)
    }

    /// The default length of a run without a screen, in nanoseconds.
    private static let usualLength: UInt64 = 5_000_000_000

    private func runLength() throws -> UInt64? {
        guard let length else { return nil }
        guard let time = Arguments.nanoseconds(length), (1_000_000...1_000_000_000_000_000).contains(time) else {
            throw ValidationError("--for '\(length)' is not valid; it takes a time from 1ms to 1000000s, for example 5s")
        }
        return time
    }

    private func snippet() throws -> Snippet {
        var snippet: Snippet
        switch (file, code) {
        case (nil, nil): throw ValidationError("no file is given; write flowviz try FILE.swift, or --code 'SWIFT'")
        case (_?, _?): throw ValidationError("both a file and --code are given; give one")
        case (nil, let code?): snippet = Snippet(name: "code", text: code)
        case (let file?, nil):
            let text = try InputFile.text(
                given: file, limit: Snippet.limit,
                hint: "name a file of Swift, or the folder of a package")
            snippet = Snippet(name: file == "-" ? "standard input" : file, text: text)
        }
        #if !os(Linux)
            guard !virtual else {
                throw ValidationError("--virtual needs Linux, whose libdispatch lets its functions be replaced")
            }
        #endif
        snippet.isVirtual = virtual
        guard snippet.text.utf8.count <= Snippet.limit else {
            throw ValidationError("'\(snippet.name)' is longer than 1 MB; try takes a smaller file")
        }
        guard snippet.text.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError(
                "'\(snippet.name)' is empty; it takes Swift, for example [1, 2, 3].publisher.sink { print($0) }")
        }
        return snippet
    }
}
