import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowSystem

@Suite("FileName")
struct FileNameTests {
    @Test(arguments: [
        ("pace", "flowviz-pace-1.5.svg"),
        ("../../etc/x", "flowviz-..-..-etc-x-1.5.svg"),
        ("/\u{301}x", "flowviz--\u{301}x-1.5.svg"),
        ("a\n\u{1B}[2J", "flowviz-a␊␛[2J-1.5.svg"),
    ]) func `a picture is one file in this folder`(subject: String, name: String) {
        #expect(FileName.picture(of: subject, at: TraceTime(seconds: 1.5)) == name)
    }

    @Test func `a picture of whatever it is has a name that a folder takes`() {
        for seed in 0..<UInt64(operationsPerThread) {
            var chance = SeededChance(seed: seed)
            let subject = (0..<30).map { _ in OddFileName.random(using: &chance) + "/" }.joined()

            let name = FileName.picture(of: subject, at: TraceTime(seconds: 999_999.125))

            #expect(name.utf8.count <= 255 && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }, "seed \(seed)")
        }
    }
}
