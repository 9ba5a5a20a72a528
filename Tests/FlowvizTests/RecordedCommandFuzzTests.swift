import FlowScenarios
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowSessions

/// Any command in a file results in a run of this program, or in nothing.
///
/// `make fuzz` plays a million of them.
@Suite("mutated recorded commands", .serialized)
struct RecordedCommandFuzzTests {
    private static let options = [
        "--until", "--variant", "--set", "--send", "--break", "--file", "--chain", "--output", "--format", "--realtime", "--help",
        "-o",
    ]
    private static let values =
        ["0", "2", "10", "1e6", "nan", "-1", "1e400", "size=2", "size=", "pace=0.5", "2:pause", "1:emit:A", "1:burst", "failure"]
        + ["buffer >= 80%", "-", "/dev/stdin", "/etc/passwd", "", "=", "\u{0}", "\u{202e}", "é"]
    private static let chains = ["keys()", "marbles(\"ab|\").map { $0 + \"!\" }", "[1, 2, 3].publisher.pace(.seconds(1))", "-"]

    @Test("the words of recorded commands, and their bytes in a file")
    func mutations() throws {
        print("FLOWVIZ_SEED=\(String(Rounds.seed, radix: 16))")
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let file = RawTrace(path, chunks: 1)
        let trace = try TraceFile(path)
        var chance = SeededChance(seed: Rounds.seed)
        var (read, made) = (0, 0)
        for round in 0..<Rounds.count(sample: 2_000) {
            let words = RecordedCommandFuzzTests.words(&chance)
            var fact = RawTrace.command(words)
            if Bool.random(using: &chance) { RecordedCommandFuzzTests.change(&fact.bytes, &chance) }
            file.putFacts(0, [fact, (0, [])])
            try Rounds.hold("round \(round): \(words)") {
                if trace.command == words { read += 1 }
                guard let plan = RunPlan.recorded(in: trace) else { return }
                made += 1
                // The command that was read is the same when written again.
                let again = try #require(try RecordedCommand(plan.command)?.plan())
                #expect(again.command == plan.command && again.choice == plan.choice, "round \(round)")
                #expect(
                    plan.choice.chain.map { words.contains($0.chain.source.text) || trace.command[2] == $0.chain.source.text }
                        ?? true)
            }
        }
        #expect(read > 0 && made > 0)
    }

    private static func words(_ chance: inout SeededChance) -> [String] {
        let isChain = Bool.random(using: &chance)
        let subject = isChain ? chains.randomElement(using: &chance) : Catalogue.scenarios.map(\.id).randomElement(using: &chance)
        var words = ["flowviz", isChain ? "eval" : "run", subject ?? "", "--until", "5"]
        for _ in 0..<Int.random(in: 0...3, using: &chance) {
            let (option, value) = (options.randomElement(using: &chance) ?? "", values.randomElement(using: &chance) ?? "")
            words += Bool.random(using: &chance) ? ["\(option)=\(value)"] : [option, value]
        }
        if Int.random(in: 0..<4, using: &chance) == 0 { words.swapAt(Int.random(in: 0..<words.count, using: &chance), 2) }
        if Int.random(in: 0..<4, using: &chance) == 0 { words.remove(at: Int.random(in: 0..<words.count, using: &chance)) }
        return words
    }

    private static func change(_ bytes: inout [UInt8], _ chance: inout SeededChance) {
        for _ in 0..<Int.random(in: 1...4, using: &chance) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &chance), at: place)
            }
        }
    }
}
