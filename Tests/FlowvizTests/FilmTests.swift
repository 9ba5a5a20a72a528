import FlowScreen
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowApp
@testable import FlowVerdict
@testable import flowviz

@Suite("Moving pictures of a scenario", .notForever)
struct FilmTests {
    private static let run = ["frame", "pausable-sink", "--size", "80x24", "--send", "2:pause", "--send", "6:resume"]

    @Test func `a cast plays to the frame of its end`() throws {
        let cast = try Program.run(FilmTests.run + ["--from", "1.7", "--to", "2.2", "--format", "cast"])
        let frame = try Program.run(FilmTests.run + ["--at", "2.2"])
        #expect(cast.status == .exited(0) && frame.status == .exited(0))

        var terminal = VirtualTerminal(columns: 80, rows: 24)
        for event in cast.output.split(separator: "\n").dropFirst() {
            let text = event.drop { $0 != "," }.dropFirst(6).dropLast(2)
            terminal.feed(text.replacing("\\u001b", with: "\u{1B}").utf8)
        }
        #expect(cast.output.split(separator: "\n").count == 7)
        #expect(
            terminal.rows == frame.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
    }

    @Test func `twelve seconds from pause to drain have less than 300 KB, and README shows them`() throws {
        let svg = try Program.run(FilmTests.run + ["--from", "0", "--to", "12", "--format", "svg"])

        #expect(svg.status == .exited(0) && svg.output.utf8.count < 300_000 && !svg.output.contains("<script"))
        #expect(try Repository.text("assets/pausable-sink.svg") == svg.output)
        #expect(
            try Repository.text("README.md").firstMatch(of: #/!\[[^\]]*\]\(([^)]*)\)/#)?.output.1 == "assets/pausable-sink.svg")
    }

    /// The film of a real program cannot be drawn again here: its words are held to those of the verdict, and its size to a page's.
    @Test func `the film of a held stage has the words of its verdict, and less than 150 KB`() throws {
        let film = try Repository.text("assets/hold.svg")
        let words = Set(film.matches(of: #/>([^<>\s]+)<\/text>/#).map { String($0.output.1) })
        let held = HeldByViewer(stage: "#1 write", isHeld: true, since: TraceTime(nanoseconds: 5_146_000_000), waiting: [])

        #expect(film.utf8.count < 150_000 && !film.contains("<script"))
        #expect(Set(held.words.brief.split(separator: " ").map(String.init)).subtracting(words) == [])
        for page in ["README.md", "docs/hands.md"] { #expect(try Repository.text(page).contains("assets/hold.svg)")) }
    }

    @Test func `on a large screen they have less than 300 KB too`() throws {
        let run = FilmTests.run.map { $0 == "80x24" ? "120x36" : $0 }
        let svg = try Program.run(run + ["--from", "0", "--to", "12", "--format", "svg"])

        #expect(svg.status == .exited(0) && svg.output.utf8.count < 300_000)
    }

    @Test func `it ends at the moment that is named`() throws {
        let cast = try Program.run(FilmTests.run + ["--from", "0", "--to", "0.25", "--format", "cast"])

        #expect(cast.output.split(separator: "\n").last?.prefix { $0 != "," } == "[0.25")
    }

    @Test(arguments: [true, false]) func `each frame is that of its moment, whatever came before`(isRecorded: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("run.fvz")
        if isRecorded { _ = try Program.run(["run", "overflow", "--until", "3", "-o", path]) }
        let words = isRecorded ? ["--trace", path] : ["overflow", "--two", "--size", "120x36"]
        let plan = try FrameCommand.parse(words + ["--from", "0", "--to", "3", "--format", "svg"]).plan(Config.ofPictures())

        var source = FrameSource(plan)
        for moment in Film(from: .zero, to: TraceTime(seconds: 3), size: plan.size).moments {
            var alone = plan
            alone.at = moment
            let drawn = plan.surface(of: try source.screen(at: moment))
            #expect(TextOutput.render(drawn) == TextOutput.render(try alone.surface()), "\(moment) s")
        }
    }

    @Test func `a picture that is longer than the trace ends with it, and says so`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("run.fvz")
        _ = try Program.run(["run", "pace", "--until", "3", "-o", path])
        let film = ["frame", "--trace", path, "--size", "80x24", "--format", "cast"]

        let long = try Program.run(film + ["--from", "1", "--to", "9"])
        let late = try Program.run(film + ["--from", "5", "--to", "9"])

        #expect(long.errors == "flowviz: the trace ends at 3 s, and the picture with it\n")
        #expect(long.output.split(separator: "\n").last?.prefix { $0 != "," } == "[2.0")
        #expect(late.status == .exited(1))
        #expect(late.errors == "flowviz: the trace ends at 3 s, before the picture begins at 5 s; give an earlier --from\n")
    }

    @Test func `a moving picture of a trace, and one too small to draw`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("run.fvz")
        _ = try Program.run(["run", "pace", "--until", "3", "-o", path])

        let svg = try Program.run(["frame", "--trace", path, "--from", "1", "--to", "1.5", "--size", "80x24", "--format", "svg"])
        let small = try Program.run(["frame", "pace", "--from", "0", "--to", "1", "--size", "9x3", "--format", "cast"])

        #expect(svg.status == .exited(0) && svg.output.contains("@keyframes"))
        #expect(small.status == .exited(1))
        #expect(small.errors == "flowviz: 9x3 is too small for a frame; the smallest is 60x16\n")
    }
}
