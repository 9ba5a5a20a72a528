import FlowTestSupport
import Foundation
import Testing

@testable import FlowTrace

/// A program that is killed while it records leaves all that it had recorded.
@Suite("killed while recording", .serialized)
struct KillTests {
    @Test("no committed record is lost", arguments: Rounds.seeds(full: 50, sample: 5))
    func kill(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let folder = try TemporaryFolder()
        let moments = Int.random(in: 1...40, using: &chance)
        let status = try KilledProgram.run(
            BuiltProgram.path("FlowTraceProbe"), [folder.path("a.fvz"), folder.path("progress")], killAfter: moments)
        #expect(status == .signalled(SIGKILL))
        let progress = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("progress"))))
        let counts = progress.withUnsafeBytes { bytes in (0..<4).map { Int(bytes.load(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        var log = TraceLog()
        let file = try TraceFile(folder.path("a.fvz"))
        file.read(into: &log)
        let entries = Dictionary(grouping: log.entries, by: \.edge)
        for (index, count) in counts.enumerated() {
            let values = (entries[EdgeID(rawValue: UInt32(index + 1))] ?? []).map { log.value(of: $0) }
            // One more may be committed than the program had come to count.
            #expect(values.count == count || values.count == count + 1)
            #expect(values == (0..<values.count).map { $0 % 3 == 0 ? .string("a text of some length \($0)") : .int($0) })
        }
        #expect(counts.reduce(0, +) >= moments * 1000)
        #expect(!file.isClosed)
    }
}
