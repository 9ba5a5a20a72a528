import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing

@testable import FlowGraph
@testable import FlowText
@testable import FlowVerdict

@Suite("Verdict proof")
struct VerdictProofTests {
    @Test func `the verdict names the slow stage of a chain, and none where none is slow`() {
        var table = ConfusionTable()
        print("FLOWVIZ_SEED=\(String(Rounds.seed, radix: 16))")
        for number in Rounds.seeds(full: 1_200) {
            let chain = VerdictChain(seed: (Rounds.seed &* 0x9E37_79B9 &+ number) / 6 &* 6 &+ number % 6)
            table.add(chain, chain.report())
        }
        for mistake in table.mistakes.prefix(12) { print(mistake) }
        print(table)
        #expect(table.accuracy >= 0.99)
        #expect(table.falseAlarms == 0)
    }
}

extension VerdictProofTests {
    /// Drops are recorded. If records of demand are missing, no stage is blamed for the drops.
    @Test func `who comes late gets the same verdict, or none`() {
        var table = ConfusionTable()
        var chance = SeededChance(seed: Rounds.seed)
        var (none, nobody) = (0, 0)
        for number in Rounds.seeds(full: 1_200) {
            let chain = VerdictChain(seed: (Rounds.seed &* 0x9E37_79B9 &+ number) / 6 &* 6 &+ number % 6)
            let report = chain.report(after: Double.random(in: 0.05...0.6, using: &chance))
            switch report?.verdict.reason {
            case is NoVerdict: none += 1
            case let drop as Dropping where drop.blame == nil: nobody += 1
            default: table.add(chain, report)
            }
        }
        for mistake in table.mistakes.prefix(12) { print(mistake) }
        print("\(table)\nno verdict: \(none), nobody named: \(nobody)")
        #expect(table.accuracy >= 0.99)
        #expect(table.falseAlarms == 0)
    }
}

extension VerdictProofTests {
    /// All values of the sequence wait in the queue, which receives no more.
    @Test func `who comes late draws no verdict from what an operator seems not to hold`() {
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let (tracer, kept) = FlowTracer.tracing(into: recorder) {
            let kept = (1...40).publisher.receive(on: SerialQueue(scheduler, service: .seconds(1))).sink { _ in }
            scheduler.advance(to: VirtualTime(seconds: 12))
            return kept
        }
        tracer.stop()
        var records = Reconstruction()
        LateRecords(recorder).read(after: TraceTime(seconds: 5).nanoseconds, into: &records)
        scheduler.removeAll()
        withExtendedLifetime(kept) {}

        var meter = UtilizationMeter()
        for entry in records.log.entries { meter.fold(entry, in: records.log) }
        let report = meter.reports(at: TraceTime(seconds: 12), in: records.log).first

        #expect(
            report?.verdict.text
                == "no verdict: records before 5.00 s are missing, so the contents of receive(on:) are unknown")
    }
}

/// The verdicts half a second after something happened to a chain.
@Suite("Verdict proof of causes")
struct CauseProofTests {
    private static let count = 600

    /// The share of right verdicts, according to `isRight`, among the chains with an event and a verdict.
    private func accuracy(_ cause: VerdictChain.Cause, isRight: (VerdictChain, PipelineReport) -> Bool) -> Double {
        var (all, right) = (0, 0)
        for number in Rounds.seeds(full: CauseProofTests.count) {
            let chain = VerdictChain(
                seed: (Rounds.seed &* 0x9E37_79B9 &+ number) / 6 &* 6 &+ number % 6, scale: 0.5, cause: cause)
            guard chain.canPause || cause != .pause, let report = chain.report() else { continue }
            all += 1
            if isRight(chain, report) { right += 1 } else { print("\(cause): \(chain)\n    \(report.verdict.text)") }
        }
        print("\(cause): \(right) of \(all)")
        return Double(right) / Double(max(1, all))
    }

    @Test func `a paused sink is named half a second after it would have asked`() {
        let accuracy = accuracy(.pause) { _, report in
            let named = report.verdict.culprit.flatMap { id in report.stages.firstIndex { $0.id == id } }
            return named == report.stages.count - 1
        }

        #expect(accuracy >= 0.99)
    }

    @Test func `half a second after a source has ended, nothing is said to wait for it, and a pipeline that is over is`() {
        let accuracy = accuracy(.end) { _, report in
            switch report.verdict.reason {
            case let ended as Ended: ended.end == .finished
            case let flow as Flowing: !flow.ended.isEmpty
            case is SlowStage, is Dropping:
                report.stages.contains { ($0.held?.count ?? 0) > 0 } || !report.verdict.text.contains("wait in")
            default: false
            }
        }

        #expect(accuracy >= 0.99)
    }

    @Test func `half a second after a source has failed, the pipeline has`() {
        let accuracy = accuracy(.failure) { _, report in
            switch report.verdict.reason {
            case let ended as Ended: ended.end == .failure
            case let flow as Flowing: !flow.ended.isEmpty
            case is SlowStage, is Dropping:
                report.stages.contains { ($0.held?.count ?? 0) > 0 } || !report.verdict.text.contains("wait in")
            default: false
            }
        }

        #expect(accuracy >= 0.99)
    }
}

/// The parts that were made slow in a number of chains, and the parts that the verdicts named.
struct ConfusionTable: CustomStringConvertible {
    private static let columns = ["the slow stage", "another stage", "the source", "nothing"]
    private var counts: [VerdictChain.Fault: [Int]] = [:]
    private(set) var mistakes: [String] = []

    mutating func add(_ chain: VerdictChain, _ report: PipelineReport?) {
        let named = report.flatMap { report in report.verdict.culprit.flatMap { id in report.stages.firstIndex { $0.id == id } } }
        let column = named == nil ? 3 : named == chain.slow ? 0 : named == 0 ? 2 : 1
        counts[chain.fault, default: [0, 0, 0, 0]][column] += 1
        if named != chain.slow {
            let stages = report?.stages.prefix(14).map {
                "\($0.name) \(Percent.text($0.recent.busy))/\(Percent.text($0.recent.starved))/\(Percent.text($0.recent.heldBack))"
            }
            mistakes.append("\(chain)\n    \(report?.verdict.text ?? "no report"): \(stages?.joined(separator: ", ") ?? "")")
        }
    }

    /// The number of culprits named although nothing was slow.
    var falseAlarms: Int {
        (counts[VerdictChain.Fault.none] ?? []).dropLast().reduce(0, +)
    }

    /// The share of chains whose verdict named exactly the part that was made slow.
    var accuracy: Double {
        let all = counts.values.flatMap(\.self).reduce(0, +)
        return all == 0 ? 0 : 1 - Double(mistakes.count) / Double(all)
    }

    var description: String {
        let rows = VerdictChain.Fault.allCases.map { fault in
            "| \(fault.rawValue) | \((counts[fault] ?? [0, 0, 0, 0]).map(String.init).joined(separator: " | ")) |"
        }
        return (["| made slow | \(ConfusionTable.columns.joined(separator: " | ")) |", "|---|---|---|---|---|"] + rows).joined(
            separator: "\n")
    }
}
