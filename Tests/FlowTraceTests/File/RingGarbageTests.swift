import FlowTestSupport
import Foundation
import Testing

@testable import FlowTrace

/// Another process of the user may write into a ring. The program that records into it goes on: nothing that it reads back there is
/// believed.
@Suite("garbage in a ring")
struct RingGarbageTests {
    /// Words that are wrong in many ways: no text is there, no item is as long, no such record, no such time.
    private static func garbage(_ chance: inout SeededChance) -> UInt64 {
        switch chance.below(4) {
        case 0: return .max
        case 1: return UInt64.random(in: 0...70_000, using: &chance)
        // A reference to text far from here, in a retained record.
        case 2: return 0xFFFF_FF00 << 32 | UInt64(ValueType.textElsewhere.rawValue) << 16 | UInt64(chance.below(256))
        default: return chance.next()
        }
    }

    /// Writes words into chunks, the directory, and the counters of the header.
    private static func spoil(_ descriptor: Int32, _ size: Int, _ chance: inout SeededChance) {
        for _ in 0..<chance.below(200) {
            let words = (0..<1 + chance.below(8)).map { _ in garbage(&chance) }
            let isHeader = chance.oneIn(10)
            let place =
                isHeader ? TraceFormat.Header.nextChunk + chance.below(120) : TraceFormat.pageSize + chance.below(size - 8_192)
            words.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, off_t(place / 8 * 8)) }
        }
    }

    @Test("ends neither the program nor what it sends", arguments: Rounds.seeds(full: 2_000, sample: 6))
    func anywhere(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Ring.recorder(path)
        let edge = recorder.declareEdge(.link, label: "a")
        let file = try TraceFile(path)
        var sender = TraceSender(file, chunkLimit: 4)
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var chance = SeededChance(seed: seed)
        for round in 0..<12 {
            for number in 0..<40 { Ring.subscribe(recorder, UInt64(2 * (number + 100 * round))) }
            RingGarbageTests.spoil(descriptor, size, &chance)
            for number in 0..<chance.below(20_000) {
                recorder.record(.value, on: edge, value: .int(number))
                guard number % 500 == 0 else { continue }
                recorder.record(.willValue, HookKey(id: 4, tag: 1), value: .string("a text of more than fifteen bytes"))
                Ring.subscribe(recorder, UInt64(1_000_000 + number))
                recorder.recordEnd(.didValue, HookKey(id: 4, tag: 1))
                RingGarbageTests.spoil(descriptor, size, &chance)
            }
            for _ in 0..<64 where !sender.next().isEmpty {}
            onThreads(1) { _ in recorder.record(.value, on: edge, value: .string("a thread that comes and goes")) }
        }
        recorder.drop()
        recorder.close()

        var records = RingSink()
        file.read(into: &records)
        #expect(!records.hooks.isEmpty, "seed \(seed)")
    }

    @Test("a record that names text outside its chunk lasts without it")
    func text() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Ring.recorder(path)
        let edge = recorder.declareEdge(.link, label: "a")
        let key = HookKey(id: 4, tag: 1)
        Ring.subscribe(recorder, 4)
        recorder.record(.willValue, key, value: .string("a text of more than fifteen bytes"))
        Ring.subscribe(recorder, 10)
        recorder.recordEnd(.didValue, key)
        // The text is said to begin behind the file.
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        let file = try TraceFile(path)
        let slot = try #require(file.directory().slots.first { $0.type == TraceFormat.Slot.events }).index
        let chunk = try #require(file.chunk(slot))
        let index = try #require((0..<chunk.count).first { chunk.event(at: $0).call == .willValue })
        var word: UInt64 = 0xFFFF_FFFF
        pwrite(descriptor, &word, 8, off_t(file.offset(ofChunk: slot) + ChunkCopy.offset(ofRecord: index) + 16))
        for number in 0..<200_000 { recorder.record(.value, on: edge, value: .int(number)) }
        var sink = RingSink()

        file.read(into: &sink)

        #expect(sink.hooks.map(\.rawKind) == Ring.subscribing + Ring.delivering)
        #expect(sink.hooks[8].textSpan == nil && sink.hooks[8].hookText(nil) == "")
    }
}
