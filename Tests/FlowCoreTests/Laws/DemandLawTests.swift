import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

/// The requests of FlowCore's operators to their upstreams: never for nothing, and never more than the downstream requested and
/// the operator may prefetch, so that no demand is passed on twice.
@Suite("demand laws of FlowCore's operators")
struct DemandLawTests {
    @Test(arguments: LawChain.own)
    func `no upstream is asked for no values, also when downstream asks for none`(chain: LawChain) {
        for seed in Rounds.seeds(full: 300) {
            let bench = LawBench(seed: seed, asksForNothingToo: !chain.isUnordered && !chain.skips)
            bench.play(chain.build(bench))

            let links = bench.sources.flatMap(\.links)
            #expect(links.allSatisfy { $0.emptyRequests == 0 }, "\(chain.name), seed \(seed)")
        }
    }

    @Test(arguments: LawChain.own.filter { !$0.isUnordered && !$0.skips })
    func `nobody gets more than it asked for, except from an upstream that sends unasked`(chain: LawChain) {
        for seed in Rounds.seeds(full: 300) {
            let bench = LawBench(seed: seed)
            bench.play(chain.build(bench))

            for sink in bench.sinks {
                #expect(Subscribers.Demand.max(sink.received) <= sink.demanded, "\(chain.name), seed \(seed)")
            }
        }
    }

    @Test func `pace asks for one value for each that downstream asked for, and returns nothing`() {
        expectAsked({ $0.source().pace(.milliseconds(30), scheduler: $0.scheduler) }) { _, sink in sink.demanded }
    }

    @Test func `unwrap asks for what downstream asked for, and for one more for each nil`() {
        expectAsked({ $0.source(isPolite: true).map { $0.isMultiple(of: 3) ? nil : $0 }.unwrap() }) { link, sink in
            sink.demanded + .max(link.sentCount / 3)
        }
    }

    @Test func `merge asks each upstream for one ahead and one for each delivery, until it is asked without limit`() {
        expectAsked({ Publishers.MergeMany($0.source()) }) { _, sink in
            sink.demanded == .unlimited ? .unlimited : .max(1 + sink.received)
        }
    }

    @Test func `a buffer that keeps full asks for its size and one for each delivery`() {
        expectAsked({ $0.source().buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest, recorder: $0.recorder) }) {
            .max(3 + $1.received)
        }
    }

    @Test(arguments: ["buffer dropOldest", "shareReplay"])
    func `what asks without limit asks once and returns nothing`(name: String) throws {
        let chain = try #require(LawChain.own.first { $0.name == name })
        for seed in Rounds.seeds(full: 300) {
            let bench = LawBench(seed: seed)
            bench.play(chain.build(bench))

            for link in bench.sources.flatMap(\.links) {
                let asked = bench.log.lines.filter { $0.contains("\(link.name) request") || $0.contains("\(link.name) returned") }
                #expect(
                    asked.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                        "\(link.name) request unlimited"
                    ])
            }
        }
    }

    /// Expects that no link of `chain` is asked for more than `limit` allows.
    private func expectAsked(
        _ chain: (LawBench) -> any Publisher<Int, OperatorError>, atMost limit: (LawLink, LawSink) -> Subscribers.Demand
    ) {
        for seed in Rounds.seeds(full: 300) {
            let bench = LawBench(seed: seed)
            bench.play(chain(bench))

            // There is one subscription for each subscriber, in the order of subscribing.
            let sinks = bench.sinksInOrder
            for (link, sink) in zip(bench.sources.flatMap(\.links), sinks) {
                let most = limit(link, sink)
                #expect(link.demanded <= most, "seed \(seed): \(link.demanded.text) of \(most.text)")
            }
        }
    }
}
