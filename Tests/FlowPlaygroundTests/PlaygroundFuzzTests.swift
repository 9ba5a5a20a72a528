import FlowCore
@testable import FlowPlayground
import FlowTestSupport
import FlowTrace
import Testing

@Suite("Mutated snippets", .notForever)
struct PlaygroundFuzzTests {
    /// The outcome of a snippet.
    private enum Fate {
        case refused, ran, stopped
    }

    @Test func `whatever is typed is refused with a place, or runs, or stops with a place`() {
        let count = Rounds.count(sample: 4_000)
        print("seed \(String(Rounds.seed, radix: 16)), \(count) snippets")
        var mutator = SnippetMutator(SeededChance(seed: Rounds.seed))
        var fates: [Fate: Int] = [:]

        for _ in 0..<count { fates[fate(of: mutator.next()), default: 0] += 1 }

        // Mutations that are all refused would try nothing.
        #expect(fates[.ran, default: 0] > count / 20, "\(fates)")
        #expect(fates[.refused, default: 0] > count / 3, "\(fates)")
    }

    @Test func `what is accepted with control characters in it prints as Swift without, and what is refused is told without`()
        throws
    {
        let count = Rounds.count(sample: 2_000)
        print("seed \(String(Rounds.seed, radix: 16)), \(count) snippets with control characters")
        var mutator = ControlMutator(SeededChance(seed: Rounds.seed))
        var accepted = 0

        for _ in 0..<count where try prints(mutator.next()) { accepted += 1 }

        #expect(accepted > count / 20 && accepted < count / 2, "\(accepted) of \(count)")
    }

    /// - Returns: Whether it is a chain.
    private func prints(_ snippet: String) throws -> Bool {
        do throws(Problem) {
            let chain = try Chain(snippet)
            let text = chain.source.text
            let printer = SwiftPrinter(chain, sends: [(VirtualTime(nanoseconds: 0), snippet)])
            let output = ChainOutput(time: VirtualTime(nanoseconds: 0), sink: "output", text: snippet)
            for swift in [printer.program, printer.test(expecting: [output]), text] {
                #expect(
                    !swift.unicodeScalars.contains { VisibleText.isUnsafe($0) && $0 != "\n" && $0 != "\t" },
                    "\(snippet.debugDescription)")
            }
            let (typed, printed) = (try? Tree.text(snippet), try? Tree.text(text))
            #expect(typed != nil && typed == printed, "\(snippet.debugDescription)")
            return true
        } catch {
            let lines = error.lines(in: SourceText(snippet))
            #expect(!lines.joined().unicodeScalars.contains(where: VisibleText.isUnsafe), "\(snippet.debugDescription)")
            return false
        }
    }

    private func fate(of snippet: String) -> Fate {
        do throws(Problem) {
            let chain = try Chain(snippet)
            return run(chain) ? .ran : .stopped
        } catch {
            let lines = error.lines(in: SourceText(snippet))
            #expect(lines.count >= 3 && error.span.end <= snippet.utf8.count && !error.message.isEmpty, "\(snippet)")
            return .refused
        }
    }

    /// - Returns: Whether it ran on.
    private func run(_ chain: Chain) -> Bool {
        var limits = RunLimits()
        limits.signalsAtOnce = 1_000
        limits.signals = 3_000
        limits.text = 10_000
        limits.elements = 1_000
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock, chunkLimit: 8)
        let run = ChainRun(chain, scheduler: scheduler, recorder: recorder, limits: limits)
        run.start()
        _ = run.emit("")
        scheduler.advance(to: VirtualTime(seconds: 1), limit: 5_000)
        _ = (run.pause(), run.emit("7"), run.resume(), run.finish())
        scheduler.advance(to: VirtualTime(seconds: 10), limit: 5_000)
        run.cancel()
        scheduler.removeAll()
        return run.problem == nil
    }
}
