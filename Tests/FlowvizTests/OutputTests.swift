import FlowScenarios
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@Suite("Output", .notForever)
struct OutputTests {
    /// A value with characters that command a terminal, break a line, turn text round or vanish.
    private static let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\r\n\t\u{8}\u{7F}\u{202E}\"\\漢e\u{301}"

    /// The value as it is shown.
    private static let shown = "␛[2J␛]0;x␇\u{FFFD}31m␍␊␉␈␡\"\\漢e\u{301}"

    @Test(arguments: [
        (
            "log",
            [
                "          source    ● \(shown)", "          buffer    └ + \(shown) in, holds 2",
                "          buffer    └ − \(shown) out, empty, waited 2.00 s", "          output      └ ● \(shown)",
            ]
        ),
        (
            "marble",
            [
                "source  A--B--C---(\(shown))---------------------------------------D--E--(F |)",
                "output  A---------B---------C---------(\(shown))-------------------D---------E---------F---------|",
            ]
        ),
    ])
    func `a hostile value stays on its line and commands nothing`(format: String, rows: [String]) throws {
        let run = try Program.run(["run", "pace", "--format", format, "--send", "1:emit:\(OutputTests.hostile)", "--until", "9"])

        #expect(run.status == .exited(0) && run.errors == "")
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isUnsafe })
        #expect(run.output.rows(with: "␛[2J") == rows)
        if format == "marble" { #expect(run.output.split(separator: "\n").count == 4) }
    }

    @Test(arguments: [
        ("run overflow:drop-newest --until 3", "run overflow --variant drop-newest --until 3"),
        ("frame pace:tight --at 3", "frame pace --variant tight --at 3"), ("frame pace", "frame pace --at 10"),
    ])
    func `a command says in short what it says at length`(short: String, long: String) throws {
        let runs = try [short, long].map { try Program.run($0.split(separator: " ").map(String.init)) }

        #expect(runs[0].output == runs[1].output && !runs[0].output.isEmpty)
        #expect(runs.allSatisfy { $0.status == .exited(0) && $0.errors == "" })
    }

    @Test func `JSON Lines escape a hostile value, and give it back`() throws {
        let run = try Program.run(["run", "pace", "--format", "jsonl", "--send", "1:emit:\(OutputTests.hostile)", "--until", "9"])

        #expect(run.status == .exited(0) && run.errors == "")
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isUnsafe($0) })
        let values = try run.output.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["value"] as? String
        }
        let own = [OutputTests.hostile, OutputTests.hostile]
        let before = ["A", "A", "A", "A", "B", "B", "C", "C", "B", "B"]
        let after = ["D", "D", "D", "D", "E", "E", "F", "F", "E", "E", "F", "F"]
        #expect(values.compactMap(\.self) == before + own + ["C", "C"] + own + after)
    }

    @Test func `exports escape a hostile value or show it`() throws {
        let folder = try TemporaryFolder()
        let (path, report) = (folder.path("a\u{202E}\u{9B}.fvz"), folder.path("check.xml"))
        let words = ["--set", "size=1", "--until", "9"] + (0..<5).flatMap { _ in ["--send", "1:emit:\(OutputTests.hostile)"] }
        let recorded = try Program.run(["run", "pace", "-o", path] + words)
        let checked = try Program.run(["check", path, "--no-drops", "--junit", report])
        #expect(recorded.status == .exited(0) && checked.status == .exited(3))
        let escaped = #"\u001b[2J\u001b]0;x\u0007\u009b31m\r\n\t\u0008\u007f\u202e\"\\漢"#
        let pictures = "␛[2J␛]0;x␇\u{FFFD}31m␍␊␉␈␡\u{FFFD}\"\\漢"
        let texts = [
            ("jsonl", escaped), ("chrome", escaped), ("perfetto", pictures), ("svg", "␛[2J␛]0;x␇\u{FFFD}31m␍␊␉␈␡&quot;"),
        ]

        for (format, text) in texts {
            let export = try Program.run(["export", path, "--format", format])
            let isSafe = export.output.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isUnsafe($0) }
            #expect(export.status == .exited(0) && export.output.contains(text), "\(format)")
            // A protocol buffer has binary fields between the texts.
            #expect(format == "perfetto" ? !export.output.contains("\u{202E}") : isSafe, "\(format)")
        }
        let xml = try String(contentsOfFile: report, encoding: .utf8)
        let name = "flowviz check \(folder.path("a\u{FFFD}\u{FFFD}.fvz"))"
        #expect(
            xml.rows(with: "<testsuite ") == ["  <testsuite name=\"\(name)\" tests=\"1\" failures=\"1\" errors=\"0\">"])
        #expect(xml.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isUnsafe($0) })
    }

    @Test(arguments: [
        (
            "text",
            [
                "  │          source      ● \(shown)                                                                  │",
                "  │          buffer      └ + \(shown) in, holds 2                                                    │",
                "─ │          buffer      └ − \(shown) out, empty, waited 2.00 s                                      │ ─",
                "  │          output        └ ● \(shown)                                                              │",
            ]
        ),
        (
            "svg",
            [(243, 261.5), (261, 280.5), (261, 375.5), (279, 394.5)].map { x, y in
                "<text x=\"\(x)\" y=\"\(y)\" fill=\"#d0d0d0\">␛[2J␛]0;x␇\u{FFFD}31m␍␊␉␈␡&quot;\\</text>"
            }
        ),
    ]) func `a hostile value in a frame commands nothing`(format: String, rows: [String]) throws {
        let run = try Program.run([
            "frame", "pace", "--at", "4", "--overlay", "log", "--format", format, "--send", "1:emit:\(OutputTests.hostile)",
        ])

        #expect(run.status == .exited(0) && run.errors == "")
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isUnsafe })
        #expect(run.output.rows(with: "␛") == rows)
    }

    @Test(arguments: ["text", "ansi"], [(120, 36), (60, 16), (20, 2), (1, 1)])
    func `a frame has as many lines as its size says`(format: String, size: (width: Int, height: Int)) throws {
        let run = try Program.run(["frame", "pace", "--at", "3", "--format", format, "--size", "\(size.width)x\(size.height)"])

        #expect(run.status == .exited(size.width < 60 ? 1 : 0))
        #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count == size.height + 1)
    }

    @Test func `each scenario and variant runs and draws`() throws {
        for scenario in Catalogue.scenarios {
            for variant in Rounds.isLong ? scenario.variants : Array(scenario.variants.suffix(1)) {
                let words = [scenario.id, "--variant", variant.id]
                let run = try Program.run(["run"] + words + ["--until", "5", "--format", "jsonl"])
                let frame = try Program.run(["frame"] + words + ["--at", "5"])

                #expect(run.status == .exited(0) && run.errors == "" && run.output.hasPrefix("{\"t\":0,"))
                #expect(frame.status == .exited(0) && frame.errors == "")
                #expect(frame.output.hasPrefix(" flowviz ▸ \(scenario.id)  \(scenario.title) "))
            }
        }
    }

    @Test func `a reader that goes away ends the program quietly`() throws {
        let dies = try Program.shell("{ \"$0\" run pausable-sink --until 100000 --format jsonl; echo $? >&2; } | head -n 1")
        let isTold = try Program.shell(
            "trap '' PIPE; { \"$0\" run pausable-sink --until 100000 --format jsonl; echo $? >&2; } | head -n 1")

        #expect(dies.output.hasPrefix("{\"t\":0,\"seq\":1,") && dies.errorLines == ["141"])
        #expect(isTold.output.hasPrefix("{\"t\":0,\"seq\":1,") && isTold.errorLines == ["0"])
    }

    @Test func `what is piped is what is redirected`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "flowviz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "log").path
        for line in ["list", "list --json", "run pace", "frame pace --at 3 --format ansi", "doctor"] {
            let piped = try Program.shell("\"$0\" \(line) | cat")
            let redirected = try Program.shell("\"$0\" \(line) > \"$1\"", [file])

            #expect(piped.status == .exited(0) && redirected.status == .exited(0))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == piped.output)
            #expect(!piped.output.isEmpty && redirected.output.isEmpty && piped.errors.isEmpty && redirected.errors.isEmpty)
        }
    }

    @Test func `--realtime gives the same bytes`() throws {
        let words = ["run", "unwrap", "--variant", "unlimited", "--until", "0.1", "--format", "jsonl"]

        #expect(try Program.run(words).output == Program.run(words + ["--realtime"]).output)
    }
}

extension Unicode.Scalar.Properties {
    /// Whether a terminal could treat it as a command, or show nothing for it.
    fileprivate var isUnsafe: Bool {
        [.control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator].contains(generalCategory)
    }
}
