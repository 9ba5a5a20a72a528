import FlowTestSupport
import Foundation
import Testing

@testable import FlowTrace

/// A viewer that cannot open the file rebuilds it from the messages that it gets.
@Suite("traces sent to viewers")
struct SentTraceTests {
    /// The viewer's file.
    private final class Copy {
        let descriptor: FileDescriptor
        private let path: String

        init(_ path: String) throws {
            self.path = path
            descriptor = try FileDescriptor(path, flags: O_RDWR | O_CREAT, operation: "create")
        }

        /// Writes the contents of messages. Returns how many there were.
        @discardableResult
        func take(_ bytes: [UInt8]) throws -> Int {
            var rest = bytes[...]
            var count = 0
            while case .message(.data(let offset, let content), let length) = WireMessage.decode(rest) {
                descriptor.write(content, at: Int(offset))
                rest = rest.dropFirst(length)
                count += 1
            }
            #expect(rest.isEmpty)
            return count
        }

        func file() throws -> TraceFile { try TraceFile(path) }
    }

    @Test("what a full disk does not take is told")
    func fullDisk() throws {
        let full = try FileDescriptor("/dev/full", flags: O_WRONLY, operation: "open")

        #expect(!full.write([1, 2, 3], at: 0))
        #expect(FileDescriptor.failure("write", "a").description == "cannot write 'a': No space left on device")
        #expect(try FileDescriptor("/dev/null", flags: O_WRONLY, operation: "open").write([1, 2, 3], at: 0))
    }

    @Test("everything arrives, with its texts and facts")
    func whole() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: 4 << 20), command: ["App", "-x"])
        let edge = recorder.declareEdge(.link, label: "a")
        let texts = (0..<3_000).map { "a text of some length \($0)" }
        let copy = try Copy(folder.path("b.fvz"))
        var sender = TraceSender(try TraceFile(folder.path("a.fvz")))

        for (index, text) in texts.enumerated() {
            recorder.record(.value, on: edge, value: .string(text))
            recorder.record(.value, on: edge, value: .int(index))
            if index.isMultiple(of: 70) { try copy.take(sender.next()) }
        }
        recorder.close()
        while try copy.take(sender.next()) > 0 {}

        var (log, original) = (TraceLog(), TraceLog())
        try copy.file().read(into: &log)
        try TraceFile(folder.path("a.fvz")).read(into: &original)
        #expect(log.entries == original.entries && log.edges == original.edges)
        #expect(log.entries.map(log.value) == original.entries.map(original.value))
        #expect(try copy.file().command == ["App", "-x"] && copy.file().isClosed)
    }

    @Test(
        "whoever is overtaken or far behind gets the newest, the whole graph, and the count of the rest",
        arguments: Rounds.seeds(full: 20, sample: 2))
    func slow(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"))
        let edge = recorder.declareEdge(.link, label: "a")
        let copy = try Copy(folder.path("b.fvz"))
        var sender = TraceSender(try TraceFile(folder.path("a.fvz")), chunkLimit: 4)
        try copy.take(sender.next())
        var cursor = TraceCursor(try copy.file())
        var sink = RingSink()
        var chance = SeededChance(seed: seed)
        var (written, subscribed) = (0, 0)

        for _ in 0..<30 {
            for _ in 0..<Int.random(in: 1...40_000, using: &chance) {
                if Int.random(in: 0..<10_000, using: &chance) == 0 {
                    Ring.subscribe(recorder, UInt64(subscribed * 2))
                    subscribed += 1
                }
                recorder.record(.value, on: edge, value: .int(written))
                written += 1
            }
            for _ in 0..<Int.random(in: 0...8, using: &chance) { try copy.take(sender.next()) }
            cursor.read(into: &sink)

            #expect(sink.values.count + cursor.overtaken <= written)
        }
        while try copy.take(sender.next()) > 0 {}
        cursor.read(into: &sink)

        #expect(sink.values.count + cursor.overtaken == written)
        #expect(sink.numbers.last == written - 1)
        #expect(zip(sink.numbers, sink.numbers.dropFirst()).allSatisfy(<))
        #expect(sink.hooks.map(\.rawKind) == (0..<subscribed).flatMap { _ in Ring.subscribing })
    }
}
