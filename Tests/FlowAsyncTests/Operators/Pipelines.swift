#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowOperators

    /// A pipeline of the operators of Swift concurrency, each of whose edges is named, and counted without the tracer.
    struct AsyncPipeline: Sendable, CustomStringConvertible {
        let name: String
        /// The operators whose rows it covers.
        let operators: Set<OperatorID>
        /// Whether all its tasks must run on one thread.
        let isSerial: Bool
        let run: @Sendable (Bench) async -> Void

        init(
            _ name: String, _ operators: Set<OperatorID>, isSerial: Bool = false, _ run: @escaping @Sendable (Bench) async -> Void
        ) {
            (self.name, self.operators, self.isSerial, self.run) = (name, operators, isSerial, run)
        }

        var description: String { name }
    }

    extension AsyncPipeline {
        static let all = streams + transforms + filters + collections + joins + times + sharing + sequences + chains

        static let streams = [
            AsyncPipeline("stream", [.continuation, .asyncStream, .forAwait]) { await $0.consume($0.stream("in")) },
            AsyncPipeline("stream, oldest", [.asyncStream]) {
                await $0.consume($0.stream("in", 40, policy: .bufferingOldest(2)))
            },
            AsyncPipeline("stream, newest", [.asyncStream]) {
                await $0.consume($0.stream("in", 40, policy: .bufferingNewest(2)))
            },
            AsyncPipeline("channel", [.send, .asyncChannel]) { await $0.consume($0.channel("in")) },
            AsyncPipeline("throwing stream", [.asyncThrowingStream]) { await $0.consume($0.throwingStream("in")) },
            AsyncPipeline("throwing channel", [.asyncThrowingChannel]) { await $0.consume($0.throwingChannel("in")) },
            AsyncPipeline("merge of channels", [.asyncChannel, .mergeSequence]) {
                await $0.consume(merge($0.channel("a"), $0.channel("b")).edge("out", $0))
            },
            AsyncPipeline("stream that has ended", [.asyncStream]) { bench in
                let stream = bench.stream("in", 4)
                await bench.finish()
                bench.yieldMore()
                await bench.consume(stream)
            },
            AsyncPipeline("stream left early", [.asyncStream]) { await $0.consume($0.stream("in"), upTo: 4) },
        ]

        static let transforms = [
            AsyncPipeline("map", [.map]) { await $0.consume($0.source("in").map { $0 * 2 }.edge("out", $0)) },
            AsyncPipeline("map that waits", [.map]) { bench in
                await bench.consume(
                    bench.stream("in").map {
                        await bench.pause()
                        return $0 * 2
                    }.edge("out", bench))
            },
            AsyncPipeline("map that throws", [.map]) { bench in
                let mapped = bench.source("in").map { value in
                    if value == 7 { throw Bench.Broken() }
                    return value
                }
                await bench.consume(mapped.edge("out", bench))
            },
            AsyncPipeline("map of what fails", [.map]) { await $0.consume($0.failing("in").map { $0 }.edge("out", $0)) },
            AsyncPipeline("mapError of what fails", [.mapError]) {
                await $0.consume($0.failing("in").mapError { _ in Bench.Broken() }.edge("out", $0))
            },
            AsyncPipeline("mapError of what does not fail", [.mapError]) {
                await $0.consume($0.source("in").mapError { _ in Bench.Broken() }.edge("out", $0))
            },
            AsyncPipeline("reductions from a value", [.reductions]) {
                await $0.consume($0.source("in").reductions(0) { $0 + $1 }.edge("out", $0))
            },
            AsyncPipeline("reductions into a value", [.reductions]) {
                await $0.consume($0.source("in").reductions(into: [Int]()) { $0.append($1) }.edge("out", $0))
            },
            AsyncPipeline("reductions", [.reductions]) {
                await $0.consume($0.stream("in").reductions { $0 + $1 }.edge("out", $0))
            },
            AsyncPipeline("reductions that throw", [.reductions]) { bench in
                let sums = bench.source("in").reductions(0) { sum, value in
                    if value == 9 { throw Bench.Broken() }
                    return sum + value
                }
                await bench.consume(sums.edge("out", bench))
            },
            AsyncPipeline("interspersed", [.interspersed]) {
                await $0.consume($0.source("in").interspersed(with: 0).edge("out", $0))
            },
            AsyncPipeline("interspersed every third", [.interspersed]) {
                await $0.consume($0.stream("in").interspersed(every: 3, with: { 0 }).edge("out", $0))
            },
        ]

        static let filters = [
            AsyncPipeline("filter", [.filter]) {
                await $0.consume($0.source("in").filter { $0.isMultiple(of: 3) }.edge("out", $0))
            },
            AsyncPipeline("filter that throws", [.filter]) { bench in
                let some = bench.stream("in").filter { value in
                    if value == 8 { throw Bench.Broken() }
                    return value.isMultiple(of: 2)
                }
                await bench.consume(some.edge("out", bench))
            },
            AsyncPipeline("compactMap", [.compactMap]) {
                await $0.consume($0.source("in").compactMap { $0 > 4 ? $0 : nil }.edge("out", $0))
            },
            AsyncPipeline("compactMap that throws", [.compactMap]) { bench in
                let some = bench.source("in").compactMap { (value: Int) throws -> Int? in
                    if value == 8 { throw Bench.Broken() }
                    return value == 2 ? nil : value
                }
                await bench.consume(some.edge("out", bench))
            },
            AsyncPipeline("prefix", [.prefix]) { await $0.consume($0.source("in").prefix(5).edge("out", $0)) },
            AsyncPipeline("prefix longer than all", [.prefix]) {
                await $0.consume($0.stream("in", 3).prefix(5).edge("out", $0))
            },
            AsyncPipeline("prefix(while:)", [.prefixWhile]) { bench in
                let first = bench.stream("in").prefix { $0 < 6 }
                await bench.consume(first.edge("out", bench))
            },
            AsyncPipeline("prefix(while:) that throws", [.prefixWhile]) { bench in
                let first = bench.stream("in").prefix { value in
                    if value == 6 { throw Bench.Broken() }
                    return true
                }
                await bench.consume(first.edge("out", bench))
            },
            AsyncPipeline("dropFirst", [.dropFirst]) { await $0.consume($0.source("in").dropFirst(4).edge("out", $0)) },
            AsyncPipeline("drop(while:)", [.dropWhile]) {
                await $0.consume($0.source("in").drop { $0 < 6 }.edge("out", $0))
            },
            AsyncPipeline("drop(while:) that throws", [.dropWhile]) { bench in
                let rest = bench.stream("in").drop { value in
                    if value == 3 { throw Bench.Broken() }
                    return true
                }
                await bench.consume(rest.edge("out", bench))
            },
            AsyncPipeline("removeDuplicates", [.removeDuplicates]) {
                await $0.consume($0.source("in").map { $0 / 3 }.edge("thirds", $0).removeDuplicates().edge("out", $0))
            },
            AsyncPipeline("removeDuplicates by a rule", [.removeDuplicates]) {
                await $0.consume($0.source("in").removeDuplicates { $1 < $0 + 3 }.edge("out", $0))
            },
            AsyncPipeline("removeDuplicates by a rule that throws", [.removeDuplicates]) { bench in
                let some = bench.source("in").removeDuplicates { _, value in
                    if value == 5 { throw Bench.Broken() }
                    return false
                }
                await bench.consume(some.edge("out", bench))
            },
            AsyncPipeline("compacted", [.compacted]) {
                let optional = $0.source("in").map { $0.isMultiple(of: 2) ? $0 : nil }.edge("optional", $0)
                await $0.consume(optional.compacted().edge("out", $0))
            },
            AsyncPipeline("adjacentPairs", [.adjacentPairs]) {
                await $0.consume($0.source("in").adjacentPairs().edge("out", $0))
            },
        ]

        static let collections = [
            AsyncPipeline("chunks(ofCount:)", [.chunks]) {
                await $0.consume($0.source("in").chunks(ofCount: 5).edge("out", $0))
            },
            AsyncPipeline("chunked(by:)", [.chunked]) {
                await $0.consume($0.source("in").chunked { $0 / 5 == $1 / 5 }.edge("out", $0))
            },
            AsyncPipeline("chunked(on:)", [.chunked]) {
                await $0.consume($0.stream("in").chunked { $0 / 4 }.edge("out", $0))
            },
            AsyncPipeline("chunks of what fails", [.chunks]) {
                await $0.consume($0.failing("in").chunks(ofCount: 4).edge("out", $0))
            },
            AsyncPipeline("chunked by a signal", [.chunked]) {
                let signal = $0.source("signal", 4)
                await $0.consume($0.source("in", 30).chunked(by: signal).edge("out", $0))
            },
            AsyncPipeline("chunks by a count or a signal", [.chunksOrSignal]) {
                let signal = $0.source("signal", 3)
                await $0.consume($0.stream("in", 30).chunks(ofCount: 6, or: signal).edge("out", $0))
            },
            AsyncPipeline("chunked by a timer", [.chunked]) {
                let timer = AsyncTimerSequence(interval: .seconds(5), clock: SteppedClock())
                await $0.consume($0.source("in", 30).chunked(by: timer).edge("out", $0))
            },
            AsyncPipeline("chunks by a count or a timer", [.chunksOrSignal]) {
                let timer = AsyncTimerSequence(interval: .seconds(5), clock: SteppedClock())
                await $0.consume($0.source("in", 30).chunks(ofCount: 4, or: timer).edge("out", $0))
            },
        ]

        static let joins = [
            AsyncPipeline("merge", [.mergeSequence]) {
                await $0.consume(merge($0.source("a"), $0.source("b", from: 100)).edge("out", $0))
            },
            AsyncPipeline("merge of three", [.mergeSequence]) {
                await $0.consume(
                    merge($0.source("a"), $0.source("b", 5, from: 100), $0.source("c", 8, from: 200)).edge("out", $0))
            },
            AsyncPipeline("merge of streams", [.mergeSequence, .asyncStream]) {
                await $0.consume(merge($0.stream("a", 30), $0.stream("b", 20)).edge("out", $0))
            },
            AsyncPipeline("merge left early", [.mergeSequence]) {
                await $0.consume(merge($0.source("a"), $0.source("b", from: 100)).edge("out", $0), upTo: 5)
            },
            AsyncPipeline("merge of what fails", [.mergeSequence]) {
                await $0.consume(merge($0.source("a"), $0.failing("b")).edge("out", $0))
            },
            AsyncPipeline("zip", [.zip]) { await $0.consume(zip($0.source("a"), $0.source("b", 8, from: 100)).edge("out", $0)) },
            AsyncPipeline("zip of three", [.zip]) {
                await $0.consume(
                    zip($0.source("a"), $0.stream("b"), $0.source("c", 9, from: 200)).edge("out", $0))
            },
            AsyncPipeline("zip left early", [.zip]) {
                await $0.consume(zip($0.source("a"), $0.source("b", from: 100)).edge("out", $0), upTo: 5)
            },
            AsyncPipeline("combineLatest", [.combineLatestSequence]) {
                await $0.consume(combineLatest($0.source("a"), $0.source("b", from: 100)).edge("out", $0))
            },
            AsyncPipeline("combineLatest of three", [.combineLatestSequence]) {
                await $0.consume(
                    combineLatest($0.source("a"), $0.stream("b"), $0.source("c", 5, from: 200)).edge("out", $0))
            },
            AsyncPipeline("chain", [.chain]) { await $0.consume(chain($0.source("a", 5), $0.source("b", 7)).edge("out", $0)) },
            AsyncPipeline("chain of three", [.chain]) {
                await $0.consume(chain($0.source("a", 5), $0.source("b", 7), $0.source("c", 2)).edge("out", $0))
            },
        ]

        static let times = [
            AsyncPipeline("buffer, unbounded", [.bufferSequence]) {
                await $0.consume($0.source("in", 40).buffer(policy: .unbounded).edge("out", $0))
            },
            AsyncPipeline("buffer, bounded", [.bufferSequence]) {
                await $0.consume($0.source("in", 40).buffer(policy: .bounded(3)).edge("out", $0))
            },
            AsyncPipeline("buffer, latest", [.bufferSequence]) {
                await $0.consume($0.source("in", 40).buffer(policy: .bufferingLatest(2)).edge("out", $0))
            },
            AsyncPipeline("buffer, oldest", [.bufferSequence]) {
                await $0.consume($0.source("in", 40).buffer(policy: .bufferingOldest(2)).edge("out", $0))
            },
            AsyncPipeline("buffer of nothing", [.bufferSequence]) {
                await $0.consume($0.source("in").buffer(policy: .bounded(0)).edge("out", $0))
            },
            AsyncPipeline("buffer of what fails", [.bufferSequence]) {
                await $0.consume($0.failing("in").buffer(policy: .bufferingLatest(2)).edge("out", $0))
            },
            AsyncPipeline("buffer left early", [.bufferSequence]) {
                await $0.consume($0.stream("in", 40).base.buffer(policy: .bufferingLatest(2)).edge("out", $0), upTo: 6)
            },
            AsyncPipeline("buffers in a row", [.bufferSequence]) {
                let buffered = $0.source("in", 40).buffer(policy: .bufferingOldest(4)).edge("oldest", $0)
                await $0.consume(buffered.buffer(policy: .bufferingLatest(2)).edge("out", $0))
            },
            AsyncPipeline("debounce", [.debounceSequence]) {
                await $0.consume($0.source("in", 30).debounce(for: .seconds(3), clock: SteppedClock()).edge("out", $0))
            },
            AsyncPipeline("debounce of a stream", [.debounceSequence]) {
                await $0.consume($0.stream("in", 30).debounce(for: .seconds(5), clock: SteppedClock()).edge("out", $0))
            },
            AsyncPipeline("throttle, latest", [.throttleSequence]) {
                await $0.consume($0.source("in", 30)._throttle(for: .seconds(4), clock: SteppedClock()).edge("out", $0))
            },
            AsyncPipeline("throttle, oldest", [.throttleSequence]) {
                let throttled = $0.source("in", 30)._throttle(for: .seconds(4), clock: SteppedClock(), latest: false)
                await $0.consume(throttled.edge("out", $0))
            },
            AsyncPipeline("throttle, reducing", [.throttleReducing]) {
                let throttled = $0.source("in", 30)
                    ._throttle(for: .seconds(4), clock: SteppedClock(), reducing: { ($0 ?? 0) + $1 })
                await $0.consume(throttled.edge("out", $0))
            },
        ]

        static let sharing = [
            AsyncPipeline("share by one", [.shareSequence]) {
                await $0.consume($0.looseSource("in", 12).share().edge("out", $0))
            },
            AsyncPipeline("share by two", [.shareSequence]) { bench in
                let shared = bench.looseSource("in", 30).share()
                let (first, second) = (shared.edge("first", bench), shared.edge("second", bench))
                // Both consumers start together, since a trace does not show that values were held for a late one.
                let both = Meeting(of: 2)
                async let one: Void = bench.consume(first, after: both)
                async let other: Void = bench.consume(second, after: both)
                _ = await (one, other)
            },
            AsyncPipeline("share of the newest by a fast one and a slow one", [.shareSequence]) { bench in
                await bench.consumeUnevenly(bench.looseSource("in", 40).share(bufferingPolicy: .bufferingLatest(3)))
            },
            AsyncPipeline("share of the oldest by a fast one and a slow one", [.shareSequence]) { bench in
                await bench.consumeUnevenly(bench.looseSource("in", 40).share(bufferingPolicy: .bufferingOldest(3)))
            },
        ]

        static let sequences = [
            AsyncPipeline("flatMap", [.flatMapSequences]) { bench in
                let flat = bench.source("in", 5).flatMap { Numbers(first: 10 * $0, count: $0, bench: bench) }
                await bench.consume(flat.edge("out", bench))
            },
            AsyncPipeline("flatMap to traced sequences", [.flatMapSequences]) { bench in
                let flat = bench.source("in", 5).flatMap {
                    bench.source("inner", $0, from: 10 * $0).map { $0 }.edge("mapped", bench)
                }
                await bench.consume(flat.edge("out", bench))
            },
            // On several threads, the original of AsyncAlgorithms may never end: apple/swift-async-algorithms#437.
            AsyncPipeline("flatMapLatest", [.flatMapLatest], isSerial: true) { bench in
                let flat = bench.source("in", 5).flatMapLatest {
                    Numbers(first: 10 * $0, count: $0, bench: bench)
                }
                await bench.consume(flat.edge("out", bench))
            },
            AsyncPipeline("flatMapLatest of a stream", [.flatMapLatest, .asyncStream], isSerial: true) { bench in
                let flat = bench.stream("in", 5).flatMapLatest {
                    Numbers(first: 10 * $0, count: $0, bench: bench).map { $0 }
                }
                await bench.consume(flat.edge("out", bench))
            },
            AsyncPipeline("flatMap that throws", [.flatMapSequences]) { bench in
                let flat = bench.stream("in").flatMap { value in
                    if value == 4 { throw Bench.Broken() }
                    return bench.source("inner", 3, from: 10 * value)
                }
                await bench.consume(flat.edge("out", bench))
            },
            AsyncPipeline("joined", [.joined]) { bench in
                let inner = bench.source("in", 4).map { bench.source("inner", $0, from: 10 * $0) }.edge("sequences", bench)
                await bench.consume(inner.joined().edge("out", bench))
            },
            AsyncPipeline("joined(separator:)", [.joinedBySeparator]) { bench in
                let inner = bench.source("in", 4).map { bench.source("inner", $0, from: 10 * $0) }.edge("sequences", bench)
                let separator = Numbers(first: 0, count: 2, bench: bench)
                await bench.consume(inner.joined(separator: separator).edge("out", bench))
            },
        ]

        static let chains = [
            AsyncPipeline("a long chain", [.map, .filter, .bufferSequence, .dropFirst, .chunks]) { bench in
                let filtered = bench.stream("in", 40).map { $0 + 1 }.edge("map", bench).filter { $0 != 5 }.edge("filter", bench)
                let buffered = filtered.buffer(policy: .bounded(4)).edge("buffer", bench).dropFirst().edge("dropFirst", bench)
                await bench.consume(buffered.chunks(ofCount: 3).edge("out", bench))
            },
            AsyncPipeline("a filter below a full buffer", [.bufferSequence, .map, .filter]) { bench in
                let buffered = bench.stream("in", 80).buffer(policy: .bounded(4)).edge("buffer", bench)
                let filtered = buffered.map { $0 * 2 }.edge("map", bench).filter { $0 % 20 == 0 }
                await bench.consume(filtered.edge("out", bench))
            },
            AsyncPipeline("merge of chains", [.mergeSequence, .bufferSequence, .map]) { bench in
                let one = bench.stream("a", 20).map { $0 }.edge("map", bench).buffer(policy: .bufferingLatest(3)).edge(
                    "latest", bench)
                let other = bench.source("b", 20, from: 100).buffer(policy: .unbounded).edge("unbounded", bench)
                await bench.consume(merge(one, other).edge("merge", bench).removeDuplicates().edge("out", bench))
            },
            AsyncPipeline("zip of merges", [.zip, .mergeSequence]) { bench in
                let one = merge(bench.source("a"), bench.source("b")).edge("ab", bench)
                let other = merge(bench.source("c"), bench.source("d")).edge("cd", bench)
                await bench.consume(zip(one, other).edge("out", bench))
            },
            AsyncPipeline("a chain left early", [.map, .bufferSequence, .prefix]) { bench in
                let mapped = bench.stream("in", 40).base.map { $0 }.probe("map")
                let buffered = mapped.buffer(policy: .bounded(2)).edge("buffer", bench)
                await bench.consume(buffered.prefix(7).edge("out", bench))
            },
        ]
    }
#endif
