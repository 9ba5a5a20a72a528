import FlowScenarios
import FlowTestSupport
import Testing

@Suite("A recorded run")
struct RecordedRunTests {
    /// A variant of each scenario; all variants if `FLOWVIZ_LONG` is set.
    private static let variants = Catalogue.scenarios.flatMap { scenario in
        (Rounds.isLong ? scenario.variants : Array(scenario.variants.suffix(1))).map { [scenario.id, "--variant", $0.id] }
    }

    @Test(arguments: variants) func `is exported, diagnosed and counted as the run itself`(words: [String]) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("run.fvz")
        let run = try Program.run(["run"] + words + ["--until", "4", "--format", "jsonl", "-o", file])
        let exported = try Program.run(["export", file])
        let diagnosed = try Program.run(["diagnose"] + words + ["--at", "4"])
        let recorded = try Program.run(["diagnose", file, "--at", "4"])
        let metrics = try Program.run(["metrics", file])

        #expect(!run.output.isEmpty)
        #expect(exported.output == run.output)
        #expect(recorded.output == diagnosed.output)
        #expect(metrics.output.contains("flow_stage"))
    }
}
