import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing

/// The probe's first law: with and without it, the downstream's signals and the upstream's demand are identical.
@Suite("probe's laws")
struct ProbeLawTests {
    @Test(arguments: LawChain.own + LawChain.library)
    func `with and without probes, all that is seen above and below is the same at the same time`(chain: LawChain) {
        for seed in Rounds.seeds(full: 300) {
            let bare = LawBench(seed: seed)
            bare.play(chain.build(bare))

            for probes in [LawBench.Probes.above, .below, .both] {
                let probed = LawBench(seed: seed, probes: probes)
                probed.play(chain.build(probed))

                let expected = chain.isUnordered ? bare.linesByParty : bare.log.lines
                let seen = chain.isUnordered ? probed.linesByParty : probed.log.lines
                // The macro does not compare the lists, since it takes minutes to describe the difference of long lists.
                guard seen != expected else { continue }
                let place = zip(seen, expected).prefix { $0 == $1 }.count
                let lines = [seen, expected].map { $0.dropFirst(place).first ?? "nothing" }
                Issue.record("\(chain.name), probes \(probes), seed \(seed), line \(place): \(lines[0]), without \(lines[1])")
            }
        }
    }

    @Test(arguments: LawChain.own + LawChain.library)
    func `what a probe records is what its subscriber saw and did`(chain: LawChain) {
        for seed in Rounds.seeds(full: 300) {
            let bench = LawBench(seed: seed, probes: .below)
            bench.play(chain.build(bench))
            var log = TraceLog()
            bench.recorder.drain(into: &log)

            let edges = log.edges.filter { $0.label == "output" }
            // Probes are numbered by subscription. Sinks that subscribe at the same time do so in their order.
            let recorded = edges.map { edge in
                log.entries.filter { $0.edge == edge.id }.map { entry in
                    let detail = log.value(of: entry)?.description ?? entry.event.demand?.description
                    return entry.kind.name + (detail.map { " \($0)" } ?? "")
                }
            }
            let seen = bench.sinks.filter { !$0.signals.isEmpty }.map { $0.signals.map { $0.replacing("unlimited", with: "∞") } }
            #expect(recorded.filter { !$0.isEmpty }.sorted(by: order) == seen.sorted(by: order), "\(chain.name), seed \(seed)")
        }
    }

    private func order(_ one: [String], _ other: [String]) -> Bool {
        one.lexicographicallyPrecedes(other)
    }

    @Test func `whoever asks for identities sees no probe`() {
        struct Asker: Publisher {
            typealias Output = Int
            typealias Failure = Never
            let onSubscriber: (CombineIdentifier) -> Void

            func receive(subscriber: some Subscriber<Int, Never>) {
                onSubscriber(subscriber.combineIdentifier)
                Just(1).receive(subscriber: subscriber)
            }
        }
        var above: CombineIdentifier?
        var subscription: (any Subscription)?
        let sink = AnySubscriber<Int, Never>(
            receiveSubscription: { subscription = $0 }, receiveValue: { _ in .none }, receiveCompletion: { _ in })

        Asker { above = $0 }.probe("up", recorder: Recorder()).subscribe(sink)

        #expect(above == sink.combineIdentifier)
        #expect(subscription.map { String(describing: $0) } == "Just")
    }
}
