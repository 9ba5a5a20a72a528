#if AsyncAlgorithms
    import FlowTestSupport
    import Testing

    @testable import FlowVerdict

    @Suite("Verdict proof of causes that are no slow stage")
    struct CauseChainTests {
        @Test func `of 500 random chains of tasks the cause is named, now and of the run, and none in the healthy`() {
            var named: [CauseChain.Fault: (right: Int, all: Int)] = [:]
            var mistakes: [String] = []
            print("FLOWVIZ_SEED=\(String(Rounds.seed, radix: 16))")
            for number in Rounds.seeds(full: 500, sample: 50) {
                let chain = CauseChain(seed: (Rounds.seed &* 0x9E37_79B9 &+ number) / 5 &* 5 &+ number % 5)
                let report = chain.report()
                let isRight = report?.blamed == [chain.culprit, chain.culprit]
                named[chain.fault, default: (0, 0)].all += 1
                named[chain.fault, default: (0, 0)].right += isRight ? 1 : 0
                if !isRight { mistakes.append("\(chain)\n    \(report?.sentences ?? [])") }
            }
            for fault in CauseChain.Fault.allCases {
                print("\(fault): \(named[fault]?.right ?? 0) of \(named[fault]?.all ?? 0) named right")
            }

            #expect(mistakes == [])
            #expect(named.count == CauseChain.Fault.allCases.count)
        }
    }
#endif
