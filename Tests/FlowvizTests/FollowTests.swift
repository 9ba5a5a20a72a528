@testable import flowviz
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@Suite("Following a value without a screen", .notForever)
struct FollowTests {
    @Test(arguments: [
        ("pace B", "B came out of source at 0.30, waited 0.70 s in buffer, was delivered at 1.00"),
        (
            "overflow:drop-oldest 3 --until 5",
            "3 came out of source at 0.10, waited 0.25 s in buffer, was dropped at 0.35: overflow, oldest"
        ),
        ("overflow:drop-newest 8 --until 5", "8 came out of source at 0.35, was dropped at 0.35: overflow, newest"),
        ("demand-sink 3", "3 came out of source at 3.00, was dropped at 3.00: no demand"),
        ("pace F --until 6", "F came out of source at 5.60, is held in buffer since 5.60"),
        ("pace B --set interval=2", "B came out of source at 0.30, waited 1.70 s in buffer, was delivered at 2.00"),
    ]) func `the way of a value is told in a line`(words: String, line: String) throws {
        let run = try Program.run(["follow"] + words.split(separator: " ").map(String.init))

        #expect(run.status == .exited(0) && run.errors == "")
        #expect(run.output.components(separatedBy: "\n").first == line)
    }

    @Test func `a value is found by what an operator made of it`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("run.fvz")
        _ = try Program.run(["eval", #"["a","b"].publisher.map { $0 + "x" }.sink()"#, "-o", path])

        let made = try Program.run(["follow", path, "bx"])
        let source = try Program.run(["follow", path, "b"])

        #expect(made.status == .exited(0) && made.output == source.output && made.output.hasPrefix("b came out of publisher"))
    }

    @Test func `its events stand below it`() throws {
        let run = try Program.run(["follow", "pace", "B"])

        #expect(
            run.output.components(separatedBy: "\n").dropFirst() == [
                "      0.30  source          ● sent B", "      0.30  buffer          + took in B",
                "      1.00  buffer          − released B, waited 0.70 s",
                "      1.00  output          ● delivered B", "",
            ])
    }

    @Test func `a recorded run gives the same`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("run.fvz")
        _ = try Program.run(["run", "overflow", "--until", "9", "-o", path])

        let file = try Program.run(["follow", path, "7"])
        let scenario = try Program.run(["follow", "overflow", "7", "--until", "9"])

        #expect(file.status == .exited(0))
        #expect(
            file.output == """
                7 came out of source at 0.30, waited 0.25 s in buffer, was dropped at 0.55: overflow, oldest
                      0.30  source          ● sent 7
                      0.30  into buffer     ● delivered 7
                      0.30  buffer          + took in 7
                      0.55  buffer          ✗ dropped 7: overflow: oldest

                """)
        #expect(file.output == scenario.output)
    }

    @Test func `JSON has the way and its end`() throws {
        let run = try Program.run(["follow", "demand-sink", "3", "--json"])

        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(object["value"] as? String == "3" && object["end"] as? String == "dropped: no demand")
        #expect((object["events"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } == ["offered", "dropped"])
    }

    @Test func `more values that read the same are counted`() throws {
        let sends = (1...40).flatMap { ["--send", "\(Double($0) / 100):emit:X"] }

        let run = try Program.run(["follow", "pace", "X"] + sends)

        #expect(run.status == .exited(0))
        #expect(run.output.components(separatedBy: "\n").filter { $0.hasPrefix("X came out of source") }.count == 32)
        #expect(run.errorLines == ["flowviz: 40 values have the text 'X'; the first 32 are followed"])
    }

    @Test func `a value that is not there is said in one line`() throws {
        let run = try Program.run(["follow", "demand-sink", "7"])

        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(run.errorLines == ["flowviz: no value '7' in 'demand-sink'; 'flowviz run demand-sink' lists them"])
    }
}
