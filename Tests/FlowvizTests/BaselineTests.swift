@testable import flowviz
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// The accepted breaches of `check --baseline`.
@Suite("check --baseline", .notForever)
struct BaselineTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("flow.json") }

    init() throws { folder = try TemporaryFolder() }

    private func check(_ options: String..., until end: Int = 12) throws -> ProgramRun {
        let limits = ["--no-drops", "--max-buffered", "buffer=3", "--max-wait", "1s", "--baseline", path]
        return try Program.run(["check", "overflow", "--until", "\(end)"] + limits + options)
    }

    private static let written = """
        {
          "flowviz-baseline": 1,
          "accepted": [
            {"expectation":"max-buffered","stage":"buffer","problem":"held","count":5},
            {"expectation":"max-wait","stage":"buffer","problem":"waited","milliseconds":5000},
            {"expectation":"no-drops","stage":"buffer","problem":"dropped: overflow: oldest","count":22}
          ]
        }

        """

    @Test func `what is accepted is written, the same each time, and passes`() throws {
        let first = try check("--accept")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let second = try check("--accept")
        let run = try check()

        #expect(first.status == .exited(0) && first.output == "\(path): 3 breaches accepted\n")
        #expect(text == BaselineTests.written)
        #expect(try second.status == .exited(0) && String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(run.status == .exited(0))
        #expect(run.output == "overflow: 3 expectations hold over 175 events, except for 3 accepted breaches\n")
    }

    @Test func `what is worse fails beyond the tolerance, and only that`() throws {
        _ = try check("--accept")

        let worse = try check(until: 13)

        #expect(worse.status == .exited(3))
        #expect(
            worse.output == "no-drops: buffer dropped 30 values, overflow: oldest; the first was 2 (event 27 at 0.3 s); "
                + "worse than the accepted 22\n")
        #expect(try check("--tolerance", "30%", until: 13).status == .exited(3))
        #expect(try check("--tolerance", "40%", until: 13).status == .exited(0))
    }

    @Test func `what is new fails, and what is gone is said`() throws {
        let text = BaselineTests.written.replacing("overflow: oldest", with: "error")
        try text.write(toFile: path, atomically: true, encoding: .utf8)

        let new = try check()
        let gone = try Program.run(["check", "pace", "--until", "5", "--no-drops", "--baseline", path])

        #expect(new.status == .exited(3))
        #expect(new.output == "no-drops: buffer dropped 22 values, overflow: oldest; the first was 2 (event 27 at 0.3 s)\n")
        #expect(gone.status == .exited(0))
        #expect(
            gone.output == """
                pace: 1 expectation holds over 21 events
                \(path) accepts 3 breaches that did not occur; --accept rewrites the file without them

                """)
    }

    @Test func `an accepted breach is no failure in the report for CI`() throws {
        _ = try check("--accept")
        let report = folder.path("check.xml")

        _ = try check("--junit", report)

        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("tests=\"3\" failures=\"0\" errors=\"0\""))
    }

    static let spoilt: [(text: String?, message: String)] = [
        (nil, "cannot read '$': No such file or directory; --accept writes a baseline"),
        (
            "{\"flowviz-baseline\": 1,\nx",
            "'$' is no baseline: line 2 is not JSON; correct it, or remove the file and write it anew with --accept"
        ),
        (
            "[]",
            "'$' is no baseline: it has no \"flowviz-baseline\"; correct it, or remove the file and write it anew with --accept"
        ),
        (
            "{\"flowviz-baseline\": 1, \"accepted\": [{\"stage\": \"buffer\"}]}",
            "'$' is no baseline: breach 1 of \"accepted\" is incomplete; correct it, or remove the file and write it anew with --accept"
        ),
        (
            "{\"flowviz-baseline\": 2}",
            "'$' is a baseline of version 2, and this flowviz reads version 1; use the flowviz that wrote it, or remove the file and "
                + "write it anew with --accept"
        ),
    ]

    @Test(arguments: spoilt.indices) func `a file that is no baseline is said in a line, and never replaced`(index: Int) throws {
        let (text, message) = BaselineTests.spoilt[index]
        try text?.write(toFile: path, atomically: true, encoding: .utf8)

        let run = try check()

        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(run.errorLines == ["flowviz: " + message.replacing("$", with: path)])
        guard let text else { return }
        #expect(try check("--accept").errorLines == run.errorLines)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test(arguments: [
        ("[" + String(repeating: "[", count: 100_000), 1), ("{\"a\":\n\"\u{1}\"}", 2), ("", 1), ("[1,]", 1), ("1 2", 1),
        ("[1.5]", 1), ("\"\\u12\"", 1), ("[99999999999999999999]", 1),
    ]) func `text that is not JSON is refused with its line`(text: String, line: Int) {
        #expect(throws: JSONError(line: line)) { try JSONValue(parsing: text) }
    }

    @Test func `text of any kind is read as it was written`() throws {
        let value = try JSONValue(parsing: " {\"a\\n\\u00e9\\ud83d\\ude00\" : [ -1, true, null, \"\\/é\" ] } ")

        #expect(value == .object(["a\né😀": .list([.number(-1), .bool(true), .null, .string("/é")])]))
    }

    @Test func `a trace that lacks records is neither passed nor accepted`() throws {
        let trace = folder.path("full.fvz")
        let recorder = try Recorder(file: trace, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let edge = recorder.declareEdge(.link, label: "link")
        recorder.record(.subscribed, on: edge)
        recorder.record(.dropped, on: edge, value: .int(1), reason: .noDemand)
        for number in 0..<100_000 { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.close()

        let refused = try Program.run(["check", trace, "--no-drops", "--baseline", path, "--accept"])
        #expect(refused.status == .exited(1) && !FileManager.default.fileExists(atPath: path))
        #expect(
            refused.errorLines == ["flowviz: \(trace) cannot be accepted: it is incomplete: \(recorder.missed) records missed"])
        let known = "{\"expectation\":\"no-drops\",\"stage\":\"link\",\"problem\":\"dropped: no demand\",\"count\":1}"
        try "{\"flowviz-baseline\":1,\"accepted\":[\(known)]}".write(toFile: path, atomically: true, encoding: .utf8)

        let run = try Program.run(["check", trace, "--no-drops", "--baseline", path])

        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(
            run.errorLines == [
                "flowviz: \(trace) shows no new breach, but it is incomplete: \(recorder.missed) records missed"
            ])
    }
}
