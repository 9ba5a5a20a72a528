import FlowPlayground
import FlowScenarios
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@testable import FlowSessions

/// The command in a trace is a stranger's word: it names the run, and no file is opened or read because of it.
@Suite("Recorded commands", .notForever)
struct RecordedCommandTests {
    @Test("what a run is recorded as is read as the same run", arguments: Catalogue.scenarios.indices)
    func scenarios(number: Int) throws {
        let scenario = Catalogue.scenarios[number]
        for variant in scenario.variants {
            let sends = variant.controls.contains(.pause) ? ["2.5:pause", "3:resume"] : []
            let settings = RunSettings(until: "7.25", sends: sends, breaks: ["failure", "demand = 0 for 2s"])
            var plan = try settings.plan(Arguments.choice(scenario: scenario.id, variant: variant.id))
            #expect(try RecordedCommand(plan.command)?.plan().command == plan.command)

            var choice = try Arguments.choice(scenario: scenario.id, variant: variant.id)
            for number in variant.numbers {
                choice.numbers[number.name] = number.steps.first { $0 != number.initial } ?? number.initial
            }
            plan = try RunSettings(until: "7.25", sets: variant.settings(choice.numbers)).plan(choice)
            #expect(try RecordedCommand(plan.command)?.plan().command == plan.command)
        }
    }

    @Test("what a chain is recorded as is read as the same chain")
    func chains() throws {
        for chain in LibraryChain.all {
            let plan = try RunSettings(until: "20").plan(Choice(ChainScenario.typed(chain.text, name: chain.name)))
            let recorded = try RecordedCommand(plan.command)?.plan()

            #expect(recorded?.command == plan.command)
            #expect(recorded?.choice.chain?.chain.source.text == chain.text)
        }
    }

    @Test func `the words as older traces have them are read`() throws {
        let words = [
            "flowviz", "run", "pausable-sink", "--variant", "live", "--until", "10.0", "--set=size=2", "--send=2.5:pause",
            "--break=failure",
        ]
        let plan = try #require(try RecordedCommand(words)?.plan())

        #expect(plan.choice.scenarioValue.id == "pausable-sink" && plan.choice.variantValue.id == "live")
        #expect(plan.end == TraceTime(seconds: 10) && plan.breaks.map(\.text) == ["failure"])
        #expect(plan.sends.map(\.time) == [TraceTime(seconds: 2.5)] && plan.choice.numbers["size"] == 2)
    }

    @Test(
        "words that no run is recorded as are none",
        arguments: [
            "run", "eval --file /etc/passwd", "eval --chain zip", "eval keys() --file /etc/passwd", "eval a b",
            "run pace --until 2 -o /tmp/a", "run pace --until 2 --output=/tmp/a", "run pace --until 2 --realtime",
            "run pace --until 2 --format log", "run pace --until 1 --until 2", "run pace --variant a --variant b",
            "run pace --until", "eval keys() --variant typed", "replay a.fvz --until 2", "run --until 2 pace",
            "run pace -- --until",
            "run pace --version", "run pace --help",
        ])
    func others(words: String) {
        let plan = try? RecordedCommand(["flowviz"] + words.split(separator: " ").map(String.init))?.plan()

        #expect(plan == nil)
    }

    @Test(
        "a chain is never the name of something to read, and numbers have to fit",
        arguments: [
            ["eval", "-"], ["eval", "--file"], ["eval", "/etc/passwd"], ["eval", ""], ["run", "/etc/passwd", "--until=2"],
            ["run", "pace", "--until=nan"], ["run", "pace", "--until=2", "--set=size=x"],
            ["run", "pace", "--until=2", "--send=1:no"],
            ["run", "pace", "--until=2", "--break=nonsense"],
        ])
    func wrong(words: [String]) {
        #expect(throws: (any Error).self) {
            try #require(RecordedCommand(["flowviz"] + words + (words.count < 3 ? ["--until=2"] : []))).plan()
        }
    }

    @Test(
        "a trace that names files opens none: it is shown as any program's",
        // The metrics of a program contain the time of its trace, and this one has no store to size.
        arguments: TraceCommand.all.filter { !["metrics", "size"].contains($0[0]) })
    func opensNothing(command: [String]) throws {
        let folder = try TemporaryFolder()
        let (fifo, chain) = (folder.path("fifo"), folder.path("chain"))
        #expect(mkfifo(fifo, 0o600) == 0)
        try "[1].publisher".write(toFile: chain, atomically: true, encoding: .utf8)
        let path = folder.path("a.fvz")
        func run(_ words: [String]) throws -> ProgramRun {
            try trace(words, at: path)
            return try Program.run(TraceCommand.words(command, of: path))
        }
        let ordinary = try run(["flowviz", "show", "x"])

        #expect(ordinary.status == .exited(0) && ordinary.output != "")
        for words in [["eval", "--file", fifo], ["eval", "--file=\(fifo)"], ["eval", "--file", chain], ["eval", "-"]] {
            let hostile = try run(["flowviz"] + words)
            #expect(hostile.status == .exited(0) && hostile.output == ordinary.output, "\(words)")
        }
    }

    @Test func `a trace does not wait for the standard input`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        try trace(["flowviz", "eval", "-"], at: path)

        // The other end is open, and says nothing.
        let terminal = try Program.start(["diagnose", path])

        #expect(terminal.waitForExit() == .exited(0))
    }

    /// Writes a trace of one subscription, with a recorded command.
    private func trace(_ command: [String], at path: String) throws {
        let options = TraceFileOptions(size: TraceFileOptions.minimumSize)
        let recorder = try Recorder(file: path, options: options, command: command, clock: .custom { 1_000_000 })
        let edge = recorder.declareEdge(.link, label: "output")
        recorder.record(.subscribed, on: edge)
        recorder.record(.request, on: edge, demand: .unlimited)
        recorder.record(.value, on: edge, value: .int(7))
        recorder.close(at: TraceTime(nanoseconds: 2_000_000))
    }
}
