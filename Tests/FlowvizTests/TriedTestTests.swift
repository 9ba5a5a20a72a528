import FlowCombine
import FlowCore
import FlowGraph
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowSystem
@testable import FlowTry

/// The output of `try --test`; `make test-try` compiles and runs some.
@Suite("A test of what a tried file did", .notForever)
struct TriedTestTests {
    private static func observe(_ scheduler: VirtualTimeScheduler, _ body: () -> Void) -> TraceLog {
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let (tracer, _) = FlowTracer.tracing(into: recorder, body)
        tracer.stop()
        var reconstruction = Reconstruction()
        recorder.drain(into: &reconstruction)
        return reconstruction.log
    }

    private static let code = """
        import Combine
        import Dispatch

        // A type, and what \\"prints\\" it: struct {
        struct Reading { let value: Int }

        extension Reading: CustomStringConvertible {
            var description: String { "} \\("{")" }
        }
        private let readings = PassthroughSubject<Reading, Never>()
        let text = \"\"\"
            struct No {
            \"\"\"

        let sink = readings.map(\\.value)
            .delay(for: 2, scheduler: DispatchQueue.main)
            .sink { _ in }
        readings.send(Reading(value: 1))
        """

    @Test func `declarations stand before it, its statements in it, and what is later is waited for`() throws {
        let scheduler = VirtualTimeScheduler()
        let log = TriedTestTests.observe(scheduler) {
            let readings = PassthroughSubject<Int, Never>()
            let sink = readings.map { $0 }.delay(for: .seconds(2), scheduler: scheduler).sink { _ in }
            readings.send(1)
            scheduler.advance(to: VirtualTime(nanoseconds: 2_000_000_000))
            withExtendedLifetime(sink) {}
        }

        let test = try TriedTest(Snippet(name: "a/two-readings.swift", text: TriedTestTests.code), observing: log).text

        #expect(
            test == """
                import Dispatch
                import FlowCore
                import FlowTesting
                import Foundation
                import OpenCombineShim
                import Testing

                // A type, and what \\"prints\\" it: struct {
                struct Reading { let value: Int }

                extension Reading: CustomStringConvertible {
                    var description: String { "} \\("{")" }
                }

                @Test func `two readings streams what it streamed`() throws {
                    let trace = record {
                        let readings = PassthroughSubject<Reading, Never>()
                        let text = \"\"\"
                            struct No {
                            \"\"\"

                        let sink = readings.map(\\.value)
                            .delay(for: 2, scheduler: DispatchQueue.main)
                            .sink { _ in }
                        readings.send(Reading(value: 1))
                        // Waits for scheduled work.
                        Thread.sleep(forTimeInterval: 3.0)
                    }

                    #expect(trace.stages == ["delay", "map", "PassthroughSubject"])
                    #expect(trace["delay"].values == 1)
                    #expect(trace["delay"].maxHeld == 1)
                    #expect(trace["map"].values == 1)
                    #expect(trace["PassthroughSubject"].values == 1)
                    try trace.expect(.noDrops())
                }

                """)
    }

    @Test func `what ends and drops nothing is expected to, and main is called as it is declared`() throws {
        let log = TriedTestTests.observe(VirtualTimeScheduler()) { _ = [1, 2].publisher.sink { _ in } }
        let code = "@main struct App {\n    static func main() throws { run() }\n}\nfunc run() {}\n"

        let test = try TriedTest(Snippet(name: "code", text: code), observing: log).text

        #expect(
            test.split(separator: "\n").dropFirst(5) == [
                " struct App {", "    static func main() throws { run() }", "}",
                "@Test func `code streams what it streamed`() throws {", "    let trace = try record {", "        func run() {}",
                "        try App.main()", "    }", "    #expect(trace.stages == [\"publisher\"])",
                "    #expect(trace[\"publisher\"].values == 2)",
                "    try trace.expect(.noDrops(), .completes())", "}",
            ])
    }

    @Test func `a test claims no more than it can know`() throws {
        let log = TriedTestTests.observe(VirtualTimeScheduler()) {
            let subject = PassthroughSubject<Int, Never>()
            let sink = CustomDemandSink<Int, Never>(demand: .max(1)) { _ in }
            subject.subscribe(sink)
            for value in 1...5 { subject.send(value) }
            subject.send(completion: .finished)
            withExtendedLifetime(sink) {}
        }

        let test = try TriedTest(Snippet(name: "code", text: "send()\n"), observing: log).text

        #expect(test.contains("    try trace.expect(.completes())\n"))
    }

    @Test(arguments: [
        (
            "Timer.publish(every: 1, on: .main, in: .common)",
            "a test has no main run loop for 'RunLoop.main' and 'Timer'; use DispatchQueue.main"
        ),
        (
            "for value in [1] { await work(value) }",
            "it has 'await' outside of a task, where a test records no publishers; move it into a Task"
        ),
    ]) func `what no test can do is said`(code: String, reason: String) {
        let log = TriedTestTests.observe(VirtualTimeScheduler()) { _ = [1, 2].publisher.sink { _ in } }

        let failure = #expect(throws: Failure.self) { try TriedTest(Snippet(name: "a.swift", text: code), observing: log) }

        #expect(failure?.description == "no test can be made of 'a.swift': \(reason)")
    }

    @Test func `a word in a string, a comment or a closure is none of the file's own`() {
        let parts = SnippetParts(
            "let a = \"await \\(b(\"await\"))\" // await\n/* await /* */ await */\nTask { await c() }\n#\"\\(await\"#\n")

        #expect(!parts.hasTopLevelAwait)
        #expect(SnippetParts("let a = await b()").hasTopLevelAwait)
        #expect(SnippetParts("for x in y {\n    await b(x)\n}").hasTopLevelAwait)
    }
}
