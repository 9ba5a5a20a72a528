import FlowTestSupport
import FlowTrace
import Testing

/// Files that could cost their reader many times their size.
@Suite("Traces that say more than they hold", .notForever)
struct HostileTraceTests {
    /// Reads a trace with two gigabytes of address space.
    private func run(_ command: String, _ path: String) throws -> ProgramRun {
        try Program.shell("ulimit -v 2097152; exec \"$0\" \(command) \"$1\"", [path])
    }

    @Test("text that many records name is kept once", arguments: ["diagnose", "frame --at 1 --trace"])
    func repeatedText(command: String) throws {
        let folder = try TemporaryFolder()
        let chunks = 48
        let file = RawTrace(folder.path("a.fvz"), chunks: chunks)
        let edge = EdgeID(rawValue: 1)
        // 32 KiB of text, at 32 KiB.
        var value = TraceEvent(time: 1, kind: .value, edge: edge)
        (value.a, value.b) = (32_768, 32_768)
        value.meta |= UInt64(ValueType.textElsewhere.rawValue) << 16
        for chunk in 0..<chunks {
            let records = [TraceEvent(time: 0, kind: .subscribed, edge: edge)] + Array(repeating: value, count: 1_000)
            file.putChunk(chunk, records: records, text: [UInt8](repeating: 120, count: 32_768))
        }

        let run = try run(command, folder.path("a.fvz"))

        #expect(run.status == .exited(0) && run.errors == "" && run.output != "")
    }

    @Test("what a directory says of chunks that are not there costs little", arguments: RawTrace.Content.allCases)
    func sparse(content: RawTrace.Content) throws {
        let folder = try TemporaryFolder()
        let chunks = 1 << 20
        RawTrace(folder.path("a.fvz"), chunks: chunks).putSlots(0..<chunks, content)

        let run = try run("diagnose", folder.path("a.fvz"))

        #expect(run.status == .exited(1))
        #expect((run.output + run.errors).contains("\(chunks) chunks of 64 KiB could not be read"))
    }

    @Test("a chain of thousands of stages takes no more stack than one of three", arguments: ["diagnose", "check --no-drops"])
    func deep(command: String) throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(
            file: folder.path("a.fvz"), options: TraceFileOptions(size: TraceFileOptions.minimumSize), clock: .custom { 1 })
        let streams = (1...1_000).map { recorder.declareNode(.buffer, .asyncStream, detail: "\($0)") }
        let feed = recorder.declareEdge(.link, label: "feed", downstream: streams[0])
        let links = zip(streams, streams.dropFirst()).map { recorder.declareEdge(.link, label: "", upstream: $0, downstream: $1) }
        let store = recorder.declareEdge(.store, label: "held", upstream: streams[999], downstream: streams[999])
        let loop = recorder.declareEdge(.link, label: "loop", upstream: streams[999])
        for link in [feed] + links + [loop] { recorder.record(.subscribed, on: link) }
        recorder.record(.request, on: loop, demand: .max(1))
        recorder.record(.buffered, on: store, value: .int(1))
        recorder.record(.buffered, on: store, value: .int(2))
        recorder.record(.unbuffered, on: store, value: .int(1))
        recorder.record(.value, on: loop, value: .int(1))
        recorder.record(.finished, on: feed)
        recorder.close()

        let run = try Program.shell("ulimit -s 512; exec \"$0\" \(command) \"$1\"", [folder.path("a.fvz")])

        #expect(run.output.contains("holds 1 value that was never taken, though its source had ended"))
        #expect(run.errors == "")
    }
}
