import FlowTestSupport
import FlowTrace
import Testing

/// Files that would cost their reader many times their size.
@Suite("Traces that say more than they hold", .notForever)
struct HostileTraceTests {
    /// Reads a trace in two gigabytes of addresses.
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
}
