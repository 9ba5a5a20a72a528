#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTestSupport
    import FlowTrace
    import Testing

    @testable import FlowAnalysis
    @testable import FlowGraph
    @testable import FlowOperators
    @testable import FlowVerdict

    @Suite("Pipelines of Swift concurrency")
    struct AsyncPipelineTests {
        /// The counts of the trace by the label of the edge, in the form of the bench's counts. Iterators with one label count
        /// together.
        private static func counts(_ traced: Traced, as bench: Bench) -> [String: Bench.Counts] {
            var counts: [String: Bench.Counts] = [:]
            for label in bench.counts.keys {
                let edges = Set(traced.log.edges.filter { $0.role == .link && traced.name(of: $0) == label }.map(\.id))
                var count = Bench.Counts()
                for entry in traced.log.entries where edges.contains(entry.edge) {
                    switch entry.kind {
                    case .value: count.values += 1
                    case _ where bench.countsOnlyValues(label): break
                    case .request: count.requests += 1
                    case .finished: count.ends += 1
                    case .failure: count.failures += 1
                    default: break
                    }
                }
                counts[label] = count
            }
            return counts
        }

        @Test func `there are at least sixty, and they cover every operator of Swift concurrency`() {
            let covered = AsyncPipeline.all.reduce(into: Set<OperatorID>()) { $0.formUnion($1.operators) }
            let rows = OperatorCatalogue.rows.filter { row in
                row.types.contains { $0.hasPrefix("Async") } || OperatorCatalogue.concurrency.contains { $0.id == row.id }
            }

            #expect(AsyncPipeline.all.count >= 60)
            #expect(Set(AsyncPipeline.all.map(\.name)).count == AsyncPipeline.all.count)
            #expect(rows.map(\.id).filter { !covered.contains($0) }.map(\.name) == ["values"])
        }

        @Test(arguments: AsyncPipeline.all)
        func `every edge counts what its source and its consumer count, and the ledger adds up`(pipeline: AsyncPipeline) async {
            var decided = 0
            for seed in Rounds.seeds(full: 200, sample: 3) {
                let serial = pipeline.isSerial ? SerialTrace() : nil
                let bench = Bench(seed: Rounds.seed &+ seed, rest: serial?.rest ?? Task.yield)
                let run: @Sendable () async -> Void = {
                    await pipeline.run(bench)
                    await bench.finish()
                }
                let traced =
                    if let serial { serial.recording(run) } else { await Traced.recording(run) }

                #expect(traced.log.missed == 0)
                let counts = AsyncPipelineTests.counts(traced, as: bench)
                let counted = bench.counts.map { ($0.key, $0.value.deciding(as: counts[$0.key])) }
                #expect(counts == Dictionary(uniqueKeysWithValues: counted), "seed \(seed)")
                #expect(traced.decidedResidues == [], "seed \(seed)")
                decided += traced.undecided == 0 ? 1 : 0
                #expect(traced.heldFaults == [], "seed \(seed)")
                #expect(traced.brokenRules == [], "seed \(seed)")
                #expect(LossAccounts(traced.log).differences == [], "seed \(seed)")
                #expect(NameFaults(in: traced.log).all == [], "seed \(seed)")
                #expect(Set(traced.held).count == 1, "seed \(seed): \(traced.held)")
                let names = Set(traced.log.nodes.map(\.operation))
                #expect(pipeline.operators.subtracting(names) == [])
            }
            #expect(decided > 0)
        }
    }
#endif
