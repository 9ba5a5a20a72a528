import FlowTestSupport
import Foundation
import Testing

@Suite("Diagnose", .timeLimit(.minutes(5)))
struct DiagnoseTests {
    /// A command line and the first line of what it says.
    struct Diagnosed: CustomTestStringConvertible, Sendable {
        let line: String
        let verdict: String

        var testDescription: String { line }
    }

    private static let whileItHad = "while its input had items"

    private static let scenarios = [
        Diagnosed(
            line: "batch-demand",
            verdict:
                "cancelled at 10.00 s; leaking demand at batches: demand never reached 0 while busy, so 4, 5, 9 and 10 came meanwhile"
        ),
        Diagnosed(
            line: "batch-demand --at 5",
            verdict: "leaking demand at batches: demand never reached 0 while busy, so 4 and 5 came meanwhile"),
        Diagnosed(line: "demand-sink", verdict: "finished at 7.00 s; 3 and 6 lost at source: no demand"),
        Diagnosed(line: "across-threads", verdict: "finished at 3.00 s; 2, 3, 5 and 6 lost at source: no demand"),
        Diagnosed(line: "share-replay", verdict: "finished at 9.00 s; value 0 lost at source: no subscriber"),
        Diagnosed(
            line: "overflow --variant custom-error --until 12",
            verdict:
                "failed at 1.00 s; held back by sink: outstanding demand 0 for 100 % of its time \(whileItHad); "
                + "7, 3, 4, 5 and 6 lost at buffer: error"),
        Diagnosed(
            line: "overflow --until 20",
            verdict:
                "dropping at buffer: 16 in the last 10 s (overflow: oldest), held back by sink: outstanding demand 0 for 100 % of the last 10 s \(whileItHad)"
        ),
        Diagnosed(
            line: "overflow --variant keep-full --until 20",
            verdict:
                "dropping at source: 16 in the last 10 s (no demand), held back by sink: outstanding demand 0 for 100 % of the last 10 s \(whileItHad)"
        ),
        Diagnosed(
            line: "pace --at 3", verdict: "held back by pace: outstanding demand 0 for 100 % of the last 3.0 s \(whileItHad)"),
        Diagnosed(line: "pace --at 4.5", verdict: "waiting for source: nothing for 3.9 s"),
        Diagnosed(line: "demand-basics", verdict: "stalled since 0.00 s: held back by subscriber, which asks for nothing more"),
        Diagnosed(
            line: "dispatch-timer --variant no-demand",
            verdict: "stalled since 2.00 s: held back by subscriber, which asks for nothing more"),
    ]

    @Test(arguments: scenarios) func `a scenario is diagnosed in a line`(diagnosed: Diagnosed) throws {
        let run = try Program.run(["diagnose"] + diagnosed.line.split(separator: " ").map(String.init))

        #expect(run.errors == "")
        #expect(run.output.components(separatedBy: "\n").first == diagnosed.verdict)
    }

    private static let losses = [
        Diagnosed(
            line: "overflow --until 12",
            verdict: "buffer (5 · dropOldest) lost 2 3 4 5 6 7 12 13 14 15 16 17 18 19 24 25 …: overflow: oldest"),
        Diagnosed(
            line: "overflow --variant drop-newest --until 12",
            verdict: "buffer (5 · dropNewest) lost 7 8 9 10 11 12 17 18 19 20 21 22 23 24 29 30 …: overflow: newest"),
        Diagnosed(
            line: "overflow --variant custom-error --until 12", verdict: "buffer (5 · customError) lost 7 3 4 5 6: error"),
        Diagnosed(
            line: "overflow --variant keep-full --until 12",
            verdict: "source lost 7 8 9 10 11 12 17 18 19 20 21 22 23 24 29 30 …: no demand"),
        Diagnosed(line: "demand-sink", verdict: "source lost 3 6: no demand"),
        Diagnosed(line: "batch-demand --variant true-batches", verdict: "source lost 4 5 9 10 14 15: no demand"),
    ]

    @Test(arguments: losses) func `which strategy lost which values is said in words`(diagnosed: Diagnosed) throws {
        let run = try Program.run(["diagnose"] + diagnosed.line.split(separator: " ").map(String.init))

        #expect(run.output.components(separatedBy: "\n").filter { $0.hasPrefix("note: ") } == ["note: \(diagnosed.verdict)"])
    }

    @Test func `the table fits 80 columns`() throws {
        let run = try Program.run(["diagnose", "overflow", "--until", "20"])
        let table = run.output.components(separatedBy: "\n").filter { $0.hasPrefix("  ") }

        #expect(table.count == 5)
        #expect(table.allSatisfy { $0.count <= 80 })
    }

    @Test func `a recorded run is diagnosed as the run is`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("run.fvz")
        _ = try Program.run(["run", "overflow", "--until", "20", "-o", file])

        let recorded = try Program.run(["diagnose", file, "--json"])
        let run = try Program.run(["diagnose", "overflow", "--until", "20", "--json"])

        #expect(recorded.errors == "")
        #expect(try verdict(in: recorded.output) == verdict(in: run.output))
        #expect(try verdict(in: recorded.output)?["culprit"] as? String == "sink")
    }

    /// The verdict, its culprit and its text.
    private func verdict(in json: String) throws -> NSDictionary? {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let pipelines = object?["pipelines"] as? [[String: Any]]
        return pipelines?.first.map { NSDictionary(dictionary: $0.filter { ["verdict", "culprit", "text"].contains($0.key) }) }
    }
}
