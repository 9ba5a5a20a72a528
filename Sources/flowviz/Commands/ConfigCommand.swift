import ArgumentParser
import FlowApp
import FlowSystem
import FlowTrace
import LibC

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Says what is set and where it comes from, or writes the file of settings.",
        discussion: """
            The file is config.toml in $XDG_CONFIG_HOME/flowviz, or in ~/.config/flowviz; the variable FLOWVIZ_CONFIG names another; \
            if it is empty, no file is read. Variables override the file, and options of the command line override both.
            """)

    @Flag(help: "Write a file with every setting in a comment; an existing file is kept.")
    var `init` = false

    @Flag(help: "List the keys of all commands.")
    var keys = false

    func validate() throws {
        guard !`init` || !keys else { throw ValidationError("both --init and --keys are given; give one") }
    }

    func run() throws {
        if `init` { return try writeFile() }
        let config = Config.ofUser()
        let output = StandardOutput()
        if keys {
            for line in TextTable.lines([["command", "keys", "from"]] + config.keyRows(all: true), .left) { output.line(line) }
        } else {
            output.line("file: \(file)")
            let rows = config.settingRows + config.colourRows + config.keyRows(all: false)
            for line in TextTable.lines([["name", "value", "from"]] + rows, .left) { output.line(line) }
        }
        output.flush()
        for problem in config.problems { StandardError.line(problem.description) }
        guard config.problems.isEmpty else { throw ExitCode(1) }
    }

    /// The path of the file, and whether it exists.
    private var file: String {
        do throws(Failure) {
            guard let path = try ConfigFile.path() else { return "none; \(ConfigFile.variable) is empty" }
            return access(path, F_OK) == 0 ? path : "\(path), which is not there; 'flowviz config --init' writes it"
        } catch {
            return "none; \(error)"
        }
    }

    private func writeFile() throws {
        guard let path = try ConfigFile.path() else {
            throw Failure("\(ConfigFile.variable) is empty, so there is no file to write; unset it, or name one")
        }
        guard access(path, F_OK) != 0 else {
            throw Failure("'\(path)' exists already, and is kept; edit it, or move it away first")
        }
        if let folder = FilePath.ancestors(of: path).first { try UserFolder.config.make(folder, for: "settings") }
        try Failure.checked { () throws(TraceFileError) in try OutputFile.write(ConfigPage.text, to: path) }
        let output = StandardOutput()
        output.line("wrote \(path); it has every setting in a comment")
    }
}
