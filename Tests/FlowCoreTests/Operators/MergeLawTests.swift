import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

#if !canImport(Combine)
    @Suite("merge's laws")
    struct MergeLawTests {
        @Test func `nothing is lost or reordered, and nobody gets more than it asked for`() {
            for seed in Rounds.seeds(full: 100_000) {
                var chance = SeededChance(seed: seed)
                let log = OperatorLog()
                let count = 1 + chance.below(4)
                let lengths = (0..<count).map { _ in 1 + chance.below(6) }
                let sources = lengths.enumerated().map { index, length in
                    RecordingPublisher<Int, OperatorError>(
                        "\(index) up", log: OperatorLog(), stock: (0..<length).map { index * 100 + $0 })
                }
                var asked = 0
                var got = 0
                var isWithinDemand = true
                let generosity = chance.below(3)
                let output = RecordingSubscriber<Int, OperatorError>(log: log) { output, value in
                    got += 1
                    isWithinDemand = isWithinDemand && got <= asked
                    if generosity > 0, value.isMultiple(of: 3) {
                        asked += generosity
                        output.request(.max(generosity))
                    }
                    if value.isMultiple(of: 5) { asked += 1 }
                    return value.isMultiple(of: 5) ? .max(1) : .none
                }
                Publishers.MergeMany(sources).subscribe(output)
                while asked < 30 {
                    let more = 1 + chance.below(3)
                    asked += more
                    output.request(.max(more))
                }

                let values = log.lines.compactMap(Int.init)
                #expect(isWithinDemand, "seed \(seed)")
                #expect(log.lines.first == "subscribed" && log.lines.last == "finished", "seed \(seed)")
                #expect(values.count == lengths.reduce(0, +), "seed \(seed)")
                for (index, length) in lengths.enumerated() {
                    #expect(values.filter { $0 / 100 == index } == (0..<length).map { index * 100 + $0 }, "seed \(seed)")
                }
            }
        }

        @Test(arguments: [false, true])
        func `on many threads deliveries are serial, and each upstream's values stay in order`(isUnlimited: Bool) {
            for seed in Rounds.seeds(full: 2_000) {
                let upstreams = (0..<4).map { _ in OperatorThreadSource<OperatorError>() }
                let meter = OperatorMeter<OperatorError>(initial: isUnlimited ? nil : 0, returning: 0)
                Publishers.MergeMany(upstreams).subscribe(meter)

                onThreads(6) { thread in
                    for number in 0..<100 {
                        if thread < 4 { upstreams[thread].send(thread * 100 + number) } else { meter.request(1) }
                    }
                    if thread < 4 { upstreams[thread].finish() }
                }
                if !isUnlimited { meter.request(400) }

                #expect(meter.overlaps == 0, "seed \(seed)")
                #expect(isUnlimited || meter.overdeliveries == 0, "seed \(seed)")
                #expect(meter.late == 0, "seed \(seed)")
                #expect(meter.completions == 1, "seed \(seed)")
                #expect(meter.values.sorted() == Array(0..<400), "seed \(seed)")
                for index in 0..<4 {
                    let own = meter.values.filter { $0 / 100 == index }
                    #expect(own == own.sorted(), "seed \(seed)")
                }
            }
        }

        @Test func `a failure on one thread ends the others, once`() {
            for seed in Rounds.seeds(full: 2_000) {
                let upstreams = (0..<4).map { _ in OperatorThreadSource<OperatorError>() }
                let meter = OperatorMeter<OperatorError>(initial: nil)
                Publishers.MergeMany(upstreams).subscribe(meter)

                onThreads(4) { thread in
                    for number in 0..<50 {
                        upstreams[thread].send(number)
                        if number == 20 + thread { upstreams[thread].fail(.broken) }
                    }
                }

                #expect(meter.overlaps == 0 && meter.late == 0, "seed \(seed)")
                #expect(meter.completions == 1, "seed \(seed)")
            }
        }
    }
#endif
