import FlowPlayground
import FlowScenarios
import FlowTestSupport
import Foundation
import Testing

@Suite("Completion in shells", .notForever)
struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("dir"), withIntermediateDirectories: true)
        for name in ["a.fvz", "b c.fvz", "p.swift", "n.txt", "dir/d.fvz", "x$(touch run).fvz"] {
            try Data().write(to: URL(filePath: folder.path(name)))
        }
        for (name, script) in try CompletionTests.scripts.get() {
            try script.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        }
    }

    /// The scripts by the names of their files, generated once for all tests.
    private static let scripts = Result {
        try ["flowviz.bash": "bash", "_flowviz": "zsh", "flowviz.fish": "fish"].mapValues {
            try Program.run(["--generate-completion-script", $0]).output
        }
    }

    private static let scenarios = Catalogue.scenarios.map(\.id)

    /// An environment in which the shell finds the program.
    private var environment: [String: String] {
        let tools = String(Program.path[..<(Program.path.lastIndex(of: "/") ?? Program.path.endIndex)])
        return Program.environment.merging(["PATH": "\(tools):/usr/bin:/bin", "HOME": folder.path]) { $1 }
    }

    /// The completions that a shell's script gives for words, the last of which is incomplete.
    private static let answers: [(words: String, found: [String])] = [
        ("pa", ["pace", "pausable-sink"]),
        ("over", ["overflow"]),
        ("run over", ["overflow"]),
        ("run ", scenarios),
        ("frame task", ["task-group"]),
        ("--scenario asy", ["async-stream", "async-channel", "async-buffer", "async-rate"]),
        ("pace --variant ", ["as-asked", "tight"]),
        ("overflow --variant d", ["drop-oldest", "drop-newest"]),
        ("run overflow --variant ", ["drop-oldest", "drop-newest", "custom-error", "keep-full"]),
        ("--scenario overflow --variant k", ["keep-full"]),
        ("--variant ", ["as-asked", "tight"]),
        ("eval --chain zi", ["zip"]),
        ("eval --chain ", LibraryChain.all.map(\.name)),
        ("--theme ", ["dark", "light", "contrast"]),
        ("frame --format ", ["text", "ansi", "svg", "cast"]),
        ("pace --fr", ["--frozen"]),
        ("--fr", ["--frozen"]),
        ("a.fvz --sp", ["--speed"]),
        ("diagnose dir/", ["dir/d.fvz"]),
        ("check a", ["across-threads", "async-stream", "async-channel", "async-buffer", "async-rate", "a.fvz"]),
        ("run pace -o n", ["n.txt"]),
        ("check pace --baseline n", ["n.txt"]),
        ("check pace --markdown n", ["n.txt"]),
        ("check pace --gi", ["--github"]),
    ]

    @Test func `bash finds what the command line takes`() throws {
        let script = """
            cd "$0" && . ./flowviz.bash
            while IFS= read -r line; do
                COMP_LINE="flowviz $line" COMP_POINT=${#COMP_LINE} COMPREPLY=()
                read -ra COMP_WORDS <<< "$COMP_LINE"
                [[ "$COMP_LINE" = *' ' ]] && COMP_WORDS+=('')
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _flowviz flowviz "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s|' "${COMPREPLY[@]}"
                echo
            done <<< "$1"
            """
        let further = [
            // Bash splits words at colons.
            (words: "pace : t", found: ["tight"]), (words: "diagnose overflow : dr", found: ["drop-oldest", "drop-newest"]),
            (words: "pace : tight --fr", found: ["--frozen"]), (words: "replay b", found: ["b c.fvz"]),
            (words: "replay d", found: ["dir"]), (words: "try p", found: ["p.swift"]),
        ]
        let lines = CompletionTests.answers + further
        let run = try ProgramRun(
            "/bin/bash", ["--norc", "-c", script, folder.path, lines.map(\.words).joined(separator: "\n")],
            environment: environment)

        #expect(run.errors == "")
        #expect(run.output.split(separator: "\n").map { $0.split(separator: "|").map(String.init) } == lines.map(\.found))
    }

    @Test(.needs(.fish)) func `fish finds what the command line takes`() throws {
        let fish = try #require(Need.shell("fish"))
        let script = """
            cd $argv[1]; source ./flowviz.fish; source ./flowviz.fish
            for line in (string split \\n -- $argv[2])
                string join '|' -- (complete -C "flowviz $line" | string replace -r '\\t.*' '')
            end
            """
        let further = [
            (words: "pace:t", found: ["pace:tight"]),
            (words: "diagnose overflow:dr", found: ["overflow:drop-oldest", "overflow:drop-newest"]),
            (words: "pace:tight --fr", found: ["--frozen"]), (words: "replay b", found: ["b c.fvz"]),
            (words: "replay d", found: ["dir/"]), (words: "try p", found: ["p.swift"]),
        ]
        let lines = CompletionTests.answers + further
        let run = try ProgramRun(
            fish, ["--no-config", "-c", script, folder.path, lines.map(\.words).joined(separator: "\n")], environment: environment
        )

        #expect(run.errors == "")
        let found = run.output.split(separator: "\n").map { $0.split(separator: "|").map(String.init).sorted() }
        #expect(found == lines.map { $0.found.sorted() })
    }

    @Test(.needs(.zsh)) func `zsh finishes what the command line takes`() throws {
        let zsh = try #require(Need.shell("zsh"))
        let pty = try PTY(zsh, ["-f", "-i"], environment: environment, columns: 100, rows: 40)
        pty.send("cd \(folder.path); fpath=(\(folder.path) $fpath); autoload -U compinit; compinit -u -D; PS1='ready> '; clear\n")
        #expect(pty.wait { $0.rows[0].hasPrefix("ready>") })
        let lines = [
            ("over", "overflow"), ("pace:ti", "pace:tight"), ("run task", "run task-group"), ("pace --fro", "pace --frozen"),
            ("overflow --variant k", "overflow --variant keep-full"),
            ("run overflow --variant drop-n", "run overflow --variant drop-newest"),
            ("--fro", "--frozen"), ("a.fvz --sp", "a.fvz --speed"), ("diagnose overflow:k", "diagnose overflow:keep-full"),
            ("check a.f", "check a.fvz"), ("diagnose dir/", "diagnose dir/d.fvz"), ("eval --chain zi", "eval --chain zip"),
            ("--theme con", "--theme contrast"), ("replay b", "replay b\\ c.fvz"), ("try p", "try p.swift"),
        ]
        for (typed, whole) in lines {
            pty.send("\u{15}flowviz \(typed)\t")
            // A trailing blank is invisible.
            #expect(pty.wait { $0.rows[0] == "ready> flowviz \(whole)" }, "\(typed): \(pty.screen.rows[0])")
        }
    }

    @Test(arguments: ["diagnose ", "replay ", "", "x", "diagnose x"]) func `bash runs nothing that a file's name says`(
        words: String
    ) throws {
        let script = """
            cd "$0" && . ./flowviz.bash
            COMP_WORDS=(flowviz $1) COMP_LINE="flowviz $1" COMP_POINT=${#COMP_LINE}
            [[ "$COMP_LINE" = *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _flowviz flowviz "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            """
        let run = try ProgramRun("/bin/bash", ["--norc", "-c", script, folder.path, words], environment: environment)

        #expect(run.errors == "")
        #expect(!FileManager.default.fileExists(atPath: folder.path("run")))
    }
}
