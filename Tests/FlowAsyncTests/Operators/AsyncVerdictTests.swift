#if AsyncAlgorithms
    import FlowTestSupport
    import FlowTrace
    import Testing

    @testable import FlowText
    @testable import FlowVerdict

    @Suite("Verdict proof of Swift concurrency")
    struct AsyncVerdictTests {
        @Test func `the verdict names the slow stage of a chain, and none where none is slow`() {
            var named: [AsyncVerdictChain.Fault: (right: Int, all: Int)] = [:]
            var mistakes: [String] = []
            for number in Rounds.seeds(full: 600, sample: 40) {
                let chain = AsyncVerdictChain(seed: (Rounds.seed &* 0x9E37_79B9 &+ number) / 4 &* 4 &+ number % 4)
                let report = chain.report()
                let culprit = report?.verdict.culprit.flatMap { id in report?.stages.firstIndex { $0.id == id } }
                named[chain.fault, default: (0, 0)].all += 1
                if culprit == chain.slow, report != nil {
                    named[chain.fault, default: (0, 0)].right += 1
                } else {
                    let stages = report?.stages.map {
                        "\($0.name) \(Percent.text($0.recent.busy))/\(Percent.text($0.recent.starved))/\(Percent.text($0.recent.heldBack))"
                    }
                    mistakes.append(
                        "\(chain)\n    \(report?.verdict.text ?? "no report"): \(stages?.joined(separator: ", ") ?? "")")
                }
            }
            for fault in AsyncVerdictChain.Fault.allCases {
                print("\(fault): \(named[fault]?.right ?? 0) of \(named[fault]?.all ?? 0) named right")
            }
            for mistake in mistakes.prefix(8) { print(mistake) }

            let all = named.values.reduce(0) { $0 + $1.all }
            let healthy = named[.none] ?? (0, 0)
            #expect(Double(mistakes.count) <= 0.01 * Double(all))
            #expect(healthy.right == healthy.all)
        }
    }
#endif
