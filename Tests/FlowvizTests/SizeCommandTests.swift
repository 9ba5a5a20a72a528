import FlowTestSupport
import Foundation
import Testing

@Suite("Size", .notForever)
struct SizeCommandTests {
    private func lines(_ words: String) throws -> [String] {
        let run = try Program.run(["size"] + words.split(separator: " ").map(String.init))
        #expect(run.errors == "" && run.status == .exited(0))
        return run.output.components(separatedBy: "\n")
    }

    private func error(_ words: String, status: Int32 = 1) throws -> String {
        let run = try Program.run(words.split(separator: " ").map(String.init))
        #expect(run.status == .exited(status))
        return run.errors
    }

    @Test func `a buffer that drops is foretold for the sizes asked for`() throws {
        let lines = try lines("overflow --until 20 --sizes 1,5,43 --max-wait 3s")

        #expect(
            lines.prefix(12) == [
                "buffer, of size 5: a full one drops its oldest value; taken by output",
                "  recorded: 61 arrived (3.0/s), 21 delivered, 38 dropped, at most 5 held, 2 still held at the end",
                "  its consumer needs 1.00 s for a value, so it takes about 1.0/s",
                "  foretold from the times of 20 values; checked: with the recorded numbers it foretells 38 dropped, which is right",
                "",
                "                               dropped  range  held at most  median wait     99 %  longest  delivered",
                "  as recorded                       38      –             5       1.60 s   3.50 s   3.50 s      1.1/s",
                "  size 1                            50     50             1          0 s   0.45 s   0.45 s     0.55/s",
                "  size 5 (its own)                  38     38             5       1.60 s   3.50 s   3.50 s      1.1/s",
                "  size 43                            0      0            43       8.55 s  15.60 s  15.60 s      1.1/s",
                "  drops the arriving value          38     38             5       2.95 s   4.85 s   4.85 s      1.1/s",
                "  consumer 1.25 times as fast       34     34             5       1.95 s   3.45 s   3.45 s      1.3/s",
            ])
        #expect(
            lines.suffix(4) == [
                "  no size is large enough: 3.0/s arrive, and its consumer takes about 1.0/s; a source that sends 67 % less would fit; for this recording only: 43",
                "  another subscriber would not help: each gets every value",
                "  the largest size with which no value waits longer than 3.00 s: 3; 40 of 61 dropped", "",
            ])
    }

    @Test func `a burst that ends needs a size, and no more consumers`() throws {
        #expect(
            try lines("pace --variant tight").suffix(3) == [
                "  the smallest size that drops nothing in this recording: 6",
                "  another subscriber would not help: each gets every value",
                "",
            ])
    }

    @Test(
        "what cannot be foretold is not, with the reason",
        arguments: [
            (
                "overflow:custom-error --until 12",
                "it failed when it was full, and the values that would have come after that are unknown"
            ),
            ("pausable-sink:live --until 9", "the demand of its consumer was not recorded"),
            ("watermarks --until 3", "its producer never went on after a stop, so its low mark is unknown"),
            (
                "demand-sink",
                "with the recorded numbers the simulation drops 1 values, but 2 were dropped; source and consumer do not behave as assumed"
            ),
            (
                "overflow:keep-full --until 20 --set size=20 --set interval=0.1",
                "it requests values only while it has room, and what its source would send with more or less room is unknown"
            ),
        ])
    func doubts(line: String, reason: String) throws {
        #expect(try lines(line).dropLast().last == "  nothing foretold: \(reason)")
    }

    @Test func `a stream in front of a buffer that pulls is not sized`() throws {
        #expect(
            try lines("async-buffer --until 20 --stage AsyncChannel").dropLast().last
                == "  nothing foretold: its consumer, buffer, requests values while it has room; the size to choose is that of buffer"
        )
    }

    @Test func `a buffer that waits for room has some`() throws {
        #expect(
            try lines("async-buffer --until 20 --stage buffer --sizes 0 --max-wait 1ms").filter { $0.contains("size") } == [
                "buffer, of size 2: it requests no more while it is full; taken by for await",
                "  size 1             0      0             1       0.50 s  0.50 s   0.50 s      1.3/s",
                "  nothing is dropped with any size: its producer waits", "  no size keeps every wait below 0.001 s",
            ])
        #expect(
            try error("check async-buffer --until 20 --would-fit buffer=0")
                == "flowviz: would-fit buffer=0: buffer waits for room, so nothing would pass with size 0\n")
    }

    @Test func `a wrong word gets one line`() throws {
        #expect(
            try error("size overflow --until 20 --stage bufer")
                == "flowviz: no stage 'bufer' of 'overflow' holds values; did you mean 'buffer'?\n")
        #expect(
            try error("size step")
                == "flowviz: no stage of 'step' held a value, or dropped one for lack of demand: there is no size to choose\n")
        #expect(
            try error("size overflow --until 20 --sizes 1,x", status: 2)
                == "flowviz: --sizes '1,x' is not valid; it takes up to 64 counts, for example 1,10,100\n")
        #expect(
            try error("size overflow --until 20 --max-wait 3", status: 2)
                == "flowviz: --max-wait '3' is not valid; it takes a time, for example 2s or 50ms\n")
        #expect(
            try error("size async-channel --until 9 --svg a.svg")
                == "flowviz: --svg has nothing to draw: for AsyncChannel, no drops over several sizes are foretold\n")
    }

    @Test func `JSON has the rows with their changes`() throws {
        let line = try #require(try lines("overflow --until 20 --sizes 1,43 --json").first)
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let rows = try #require(object["rows"] as? [[String: Any]])

        #expect(object["stage"] as? String == "buffer" && object["foretells"] as? Bool == true)
        #expect(object["smallestLossless"] as? Int == 43 && object["overloaded"] as? Bool == true)
        #expect(rows.map { $0["size"] as? Int } == [1, 43, 5, 5, 5, 5, 5, 5])
        #expect(rows.map { ($0["outcome"] as? [String: Any])?["dropped"] as? Int } == [50, 0, 38, 34, 25, 20, 15, 46])
    }

    @Test func `the picture has both curves and the recorded size`() throws {
        let folder = try TemporaryFolder()
        let run = try Program.run(["size", "overflow", "--until", "20", "--svg", folder.path("a.svg")])
        let picture = try String(contentsOfFile: folder.path("a.svg"), encoding: .utf8)

        #expect(run.status == .exited(0) && run.errors == "")
        #expect(picture.components(separatedBy: "<polyline").count == 3)
        #expect(
            picture.contains(">as recorded: 5<") && picture.contains(">50 dropped<") && picture.contains(">99 % wait 15.60 s<"))
    }

    @Test func `the picture of README and of the page is that of the page's command`() throws {
        let folder = try TemporaryFolder()
        _ = try Program.run(["size", "async-stream:oldest", "--until", "20", "--svg", folder.path("a.svg")])

        #expect(try Repository.text("assets/size.svg") == String(contentsOfFile: folder.path("a.svg"), encoding: .utf8))
        for page in ["README.md", "docs/size.md"] { #expect(try Repository.text(page).contains("assets/size.svg)")) }
    }

    /// 43 sizes, of which 32 are drawn: their distances are not all the same.
    @Test func `the sizes of a picture are in proportion`() throws {
        let folder = try TemporaryFolder()
        _ = try Program.run(["size", "overflow", "--until", "20", "--svg", folder.path("a.svg")])
        let picture = try String(contentsOfFile: folder.path("a.svg"), encoding: .utf8)
        let sizes = picture.matches(of: #/<text x="([\d.]+)" y="(?:308|326)\.0"[^>]*>(?:as recorded: )?(\d+)</#).map {
            (Double($0.output.1) ?? 0, Int($0.output.2) ?? 0)
        }

        #expect(sizes.map(\.1) == [1, 5, 10, 15, 20, 25, 30, 35, 43, 5])
        #expect(sizes.filter { abs($0 - (70 + 480 * Double($1 - 1) / 42)) > 0.1 }.map(\.1) == [])
    }

    @Test func `check holds a run to a size that would have fitted`() throws {
        let fits = try Program.run(["check", "pace:tight", "--would-fit", "buffer=6,wait=6s"])
        #expect(fits.status == .exited(0) && fits.output == "pace:tight: buffer=6,wait=6s would fit\n")

        let tight = try Program.run(["check", "pace:tight", "--would-fit", "buffer=5,wait=1s"])
        #expect(tight.status == .exited(3))
        #expect(
            tight.output == """
                would-fit buffer=5,wait=1s: with size 5, buffer would drop 1 of 8 values
                would-fit buffer=5,wait=1s: with size 5, a value would wait 4.60 s in buffer; at most 1.00 s

                """)

        let grows = try Program.run(["check", "overflow", "--until", "20", "--would-fit", "buffer=1000"])
        #expect(grows.status == .exited(3))
        #expect(
            grows.output
                == "would-fit buffer=1000: no size is large enough for buffer: 3.0/s arrive, and at most 1.0/s are taken\n")

        #expect(
            try error("check watermarks --until 3 --would-fit stream=100")
                == "flowviz: would-fit stream=100: cannot know: its producer never went on after a stop, so its low mark is unknown\n"
        )
        #expect(
            try error("check pace:tight --would-fit buffer", status: 2)
                == "flowviz: --would-fit 'buffer' is not valid; it takes a stage with a size, for example buffer=100 or buffer=100,wait=0.2s\n"
        )
    }
}
