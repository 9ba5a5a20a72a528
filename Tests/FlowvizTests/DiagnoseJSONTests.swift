import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// Broken rules in words and as JSON, and verdicts as JSON.
@Suite("diagnose: rules and JSON", .notForever)
struct DiagnoseJSONTests {
    /// A trace with a value beyond the demand, at 2 s, and a late request. Then the subscriber finishes with demand left.
    private func broken(_ path: String) throws {
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { 2_000_000_000 })
        let above = recorder.declareNode(.transform, name: "rogue")
        let sink = recorder.declareNode(.sink, name: "sink")
        let values = recorder.declareEdge(.link, label: "values", upstream: above, downstream: sink)
        let other = recorder.declareEdge(.link, label: "other", upstream: above, downstream: sink)
        for edge in [values, other] { recorder.record(.subscribed, on: edge) }
        recorder.record(.request, on: values, demand: .max(1))
        for value in 1...3 { recorder.record(.value, on: values, value: .int(value)) }
        recorder.record(.request, on: other, demand: .max(2))
        recorder.record(.finished, on: other)
        recorder.record(.request, on: other, demand: .max(1))
        recorder.close()
    }

    @Test func `what broke a rule is listed with what it says, apart from what is allowed`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("broken.fvz")
        try broken(file)

        let lines = try Program.run(["diagnose", file]).output.components(separatedBy: "\n")

        let place = try #require(lines.firstIndex { $0.hasPrefix("violation: ") })
        #expect(
            lines[place...].prefix(4) == [
                "violation: rogue sent sink a value with no demand outstanding (1.1 more values than demand; event 5 at 2 s; "
                    + "2 times at rogue, the last at 2 s)",
                "  A publisher may deliver no more values than its subscriber has asked for. A publisher that delivers "
                    + "more takes away the subscriber's only protection against overload. Reactive Streams §1.1",
                "allowed: rogue ended with 2 still asked for by sink (C3 demand left over; event 8 at 2 s)",
                "allowed: sink asked rogue for 1 after the end (3.6 request after cancel that had an effect; event 9 at 2 s)",
            ])
    }

    @Test func `JSON has the violations apart from what is allowed`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("broken.fvz")
        try broken(file)

        let output = try Program.run(["diagnose", file, "--json"]).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let violations = try #require(object["violations"] as? [[String: Any]])
        let allowed = try #require(object["allowed"] as? [[String: Any]])

        #expect(violations.compactMap { $0["rule"] as? String } == ["1.1"])
        #expect(violations.first?["count"] as? Int == 2 && violations.first?["seq"] as? Int == 5)
        #expect(violations.first?["stage"] as? String == "rogue")
        #expect(allowed.compactMap { $0["rule"] as? String } == ["C3", "3.6"])
    }

    /// The kinds of the leading verdict, of the verdict on the run, and of the verdict on the moment.
    private func kinds(_ words: String) throws -> [String?] {
        let output = try Program.run(["diagnose", "--json"] + words.split(separator: " ").map(String.init)).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let pipeline = try #require((object["pipelines"] as? [[String: Any]])?.first)
        let verdicts = [pipeline] + ["run", "now"].compactMap { pipeline[$0] as? [String: Any] }
        return verdicts.map { $0["verdict"] as? String }
    }

    @Test(arguments: [
        ("overflow --until 20", ["dropping", "dropping", "heldBack"]),
        ("overflow --at 20", ["heldBack", "dropping", "heldBack"]),
        ("demand-sink", ["finished", "finished", "finished"]), ("batch-demand", ["cancelled", "cancelled", "cancelled"]),
        ("overflow --variant custom-error --until 12", ["failed", "failed", "failed"]),
    ]) func `JSON has the verdict on the run beside that on the moment, and how a run ended`(words: String, kinds: [String])
        throws
    {
        #expect(try self.kinds(words) == kinds)
    }
}
