import FlowTestSupport
import Foundation
import Testing

/// The reasons for an event, in words and as JSON.
@Suite("why", .notForever)
struct WhyCommandTests {
    private static let shop = Repository.root.appendingPathComponent("Tests/FlowViewsTests/Golden/shop.fvz").path

    @Test func `the chain to what the caption tells is written as the screen has it`() throws {
        let run = try Program.run(["why", "pace", "--at", "2"])

        #expect(run.errors == "")
        #expect(
            run.output == """
                C was delivered at 2.00 because the pace timer fired → asks for more → request 1 → the buffer released C, which had \
                waited 1.40 s.

                    0.60  source    ● sent C
                    0.60  buffer    + took in C
                    2.00  output    ▲ pace timer: asked for 1
                    2.00  buffer    └ − released C, waited 1.40 s
                    2.00  output    └ ● delivered C

                """)
    }

    @Test func `an event of a program is called by its number in the trace, and what followed is told`() throws {
        let run = try Program.run(["why", WhyCommandTests.shop, "--event", "90"])

        #expect(run.errors == "")
        #expect(
            run.output == """
                Value 14 came into buffer at 1.40 because value 14 came out of PassthroughSubject → sink 2 requests nothing \
                (demand 0 since value 9 at 1.20).

                    1.40  PassthroughSubject ● passed on 14
                    1.40  buffer             └ + took in 14

                what followed
                    1.80  buffer             └ ✗ dropped 14: overflow: oldest

                """)
    }

    @Test func `JSON has the steps with their numbers in the trace`() throws {
        let json = try Program.run(["why", WhyCommandTests.shop, "--event", "90", "--json"]).output
        let lines = try Program.run(["export", WhyCommandTests.shop, "--format", "jsonl"]).output.components(separatedBy: "\n")

        let why = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let steps = try #require(why["steps"] as? [[String: Any]])
        #expect(why["seq"] as? Int == 90)
        #expect(steps.map { $0["link"] as? String } == ["cause", "event", "effect"])
        #expect(steps.map { $0["text"] as? String } == ["passed on 14", "took in 14", "dropped 14: overflow: oldest"])
        for step in steps {
            let seq = try #require(step["seq"] as? Int)
            let event = try JSONSerialization.jsonObject(with: Data(lines[seq - 1].utf8)) as? [String: Any]
            #expect(event?["seq"] as? Int == seq)
            #expect(event?["value"] as? String == "14")
            #expect(event?["lane"] as? String == step["lane"] as? String)
        }
    }

    @Test func `a recorded run is explained as the run is`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("run.fvz")
        _ = try Program.run(["run", "pace", "-o", file])

        let recorded = try Program.run(["why", file, "--at", "2", "--json"])

        #expect(recorded.errors == "")
        #expect(recorded.output == (try Program.run(["why", "pace", "--at", "2", "--json"]).output))
    }
}
