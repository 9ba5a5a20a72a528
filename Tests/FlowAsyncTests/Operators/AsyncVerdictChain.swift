#if AsyncAlgorithms
    import FlowCore
    import FlowTestSupport
    import FlowTrace

    import FlowAlgorithms
    @testable import FlowAsync
    @testable import FlowGraph
    @testable import FlowVerdict

    /// A random chain of a stream and operators of Swift concurrency. One stage is slow, or the source is, or none.
    ///
    /// Tasks cannot run in virtual time without a change to all tasks of the process. So this type performs the actions of each
    /// stage at their virtual times, and FlowAsync itself records them.
    struct AsyncVerdictChain: CustomStringConvertible {
        /// The part that was made slow.
        enum Fault: String, CaseIterable {
            case stage, sink, source, none
        }

        enum Source: String, CaseIterable {
            /// Each value is available immediately.
            case sequence
            /// A requested value arrives after an interval.
            case timer
            /// A value is yielded every interval.
            case stream
        }

        enum Stage: String, CaseIterable {
            case map, filter, reductions, buffer, boundedBuffer, latestBuffer
        }

        let fault: Fault
        private let source: Source
        private let stages: [(stage: Stage, time: Double)]
        private let interval: Double
        private let rest: Double
        private let length: Double
        /// The index of the slow stage in a report; `nil` if none is slow.
        let slow: Int?

        init(seed: UInt64) {
            var chance = SeededChance(seed: seed)
            let fault = Fault.allCases[Int(seed % 4)]
            let count = 1 + chance.below(8)
            let slowness = Double.random(in: 0.2...1, using: &chance)
            length = Double.random(in: 15...40, using: &chance)
            // Together the other stages take at most a third of the slow stage's time.
            let spare = slowness / (fault == .none ? 9 : 3) / Double(count + 2)
            let place = chance.below(count)
            let isTimed = fault == .source || fault == .none
            let timed = [Source.timer, .stream][chance.below(2)]
            stages = (0..<count).map { index in
                // A filter would leave the stages below it with less work.
                let inline: [Stage] = fault == .none ? [.map, .reductions] : [.map, .reductions, .filter]
                if index == place, fault == .stage { return ([.map, .reductions][chance.below(2)], slowness) }
                let stage =
                    chance.oneIn(3)
                    ? [.buffer, .boundedBuffer, .latestBuffer][chance.below(3)] : inline[chance.below(inline.count)]
                return (stage, Double.random(in: spare / 10...spare, using: &chance))
            }
            // An unlimited buffer would let a sequence keep the stages above it busy forever.
            let isGreedy = stages.contains { $0.stage == .buffer || $0.stage == .latestBuffer }
            source = isTimed || isGreedy || chance.oneIn(2) ? timed : .sequence
            self.fault = fault
            switch fault {
            case .source: interval = slowness
            case .none: interval = slowness / Double.random(in: 0.55...0.65, using: &chance)
            case .stage, .sink:
                let above = stages.prefix(fault == .sink ? count : place)
                let passed = above.reduce(1) { $0 * ($1.stage == .filter ? 0.75 : 1) }
                interval = Double.random(in: slowness / 8...slowness / 5, using: &chance) * passed
            }
            rest =
                fault == .sink || fault == .none ? slowness : Double.random(in: spare / 10...spare, using: &chance)
            let first = source == .stream ? 2 : 1
            switch fault {
            case .source: slow = 0
            case .stage: slow = first + place
            case .sink: slow = first + count
            case .none: slow = nil
            }
        }

        var description: String {
            let names = stages.map { "\($0.stage)(\($0.time))" }
            return
                "\(fault): \(([source.rawValue] + names).joined(separator: " → ")) → \(rest) s, every \(interval) s, \(length) s"
        }

        /// Plays the chain in virtual time, and judges it at its end.
        func report() -> PipelineReport? {
            let scheduler = VirtualTimeScheduler()
            let recorder = Recorder(clock: scheduler.clock.traceClock)
            let play = Play(TraceTarget(recorder: recorder), scheduler)
            let chain = stages.reduce(into: play.source(source, every: interval)) { above, next in
                above = play.stage(next.stage, taking: next.time, below: above)
            }
            play.consume(chain, resting: rest)
            scheduler.advance(to: VirtualTime(seconds: length))

            var records = Reconstruction()
            recorder.drain(into: &records)
            scheduler.removeAll()
            var meter = UtilizationMeter()
            for entry in records.log.entries { meter.fold(entry, in: records.log) }
            return meter.reports(at: TraceTime(seconds: length), in: records.log).first
        }
    }

    /// Plays stages in virtual time.
    private final class Play {
        /// An iterator: calls back with its next value.
        typealias Next = (@escaping (Int) -> Void) -> Void
        /// Makes an iterator, while the stage below makes its own.
        typealias Make = () -> Next

        private let target: TraceTarget
        private let scheduler: VirtualTimeScheduler
        private var kept: [Any] = []

        init(_ target: TraceTarget, _ scheduler: VirtualTimeScheduler) { (self.target, self.scheduler) = (target, scheduler) }

        private func after(_ seconds: Double, _ action: @escaping () -> Void) {
            scheduler.schedule(after: scheduler.now.advanced(by: .seconds(seconds)), action)
        }

        private func due(_ time: Double, _ action: @escaping () -> Void) {
            scheduler.schedule(after: max(scheduler.now, VirtualTime(seconds: time)), action)
        }

        /// An edge as FlowAsync records it.
        private func edge(
            _ type: Any.Type, stream: UInt64 = 0, limit: (capacity: Int, policy: OverflowPolicy)? = nil,
            _ make: (@escaping () -> ConsumerEdge?) -> Next
        ) -> (Next, ConsumerEdge?) {
            var facts = StageFacts(type: type, valueType: Int.self, stream: stream)
            facts.limit = limit
            var made: ConsumerEdge?
            let (next, pull) = ConsumerEdge.tracing(facts, in: target) { make { made } }
            made = pull
            return (next, pull)
        }

        private func recorded(_ next: @escaping Next, _ pull: ConsumerEdge?) -> Next {
            { done in
                pull?.request()
                next { value in
                    pull?.receive(value)
                    done(value)
                }
            }
        }

        // MARK: Sources

        func source(_ source: AsyncVerdictChain.Source, every interval: Double) -> Make {
            switch source {
            case .sequence, .timer:
                return { [self] in
                    var count = 0
                    let (next, pull) = edge(Numbers.self) { _ in
                        { [self] done in
                            count += 1
                            let value = count
                            due(source == .timer ? Double(value) * interval : 0) { done(value) }
                        }
                    }
                    return recorded(next, pull)
                }
            case .stream: return stream(every: interval)
            }
        }

        private func stream(every interval: Double) -> Make {
            let feed = ProducerEdge(
                target, from: FlowAsync.AsyncStream<Int>.Continuation.self, to: FlowAsync.AsyncStream<Int>.self, of: Int.self,
                limit: .unbounded, at: StageLabel(fileID: "Chain", line: 1))
            kept.append(feed)
            var held: [(value: Int, mark: UInt32)] = []
            var waiting: (((value: Int, mark: UInt32)) -> Void)?
            var count = 0
            func tick() {
                count += 1
                let mark = feed.willYield(count)
                feed.didKeep(mark)
                if let consumer = waiting {
                    waiting = nil
                    consumer((count, mark))
                } else {
                    held.append((count, mark))
                }
                due(Double(count + 1) * interval, tick)
            }
            due(interval, tick)
            return { [self] in
                let (_, pull) = edge(FlowAsync.AsyncStream<Int>.self, stream: feed.id) { _ in { _ in } }
                return { done in
                    pull?.request()
                    func deliver(_ marked: (value: Int, mark: UInt32)) {
                        pull?.receive(marked.value, mark: marked.mark)
                        done(marked.value)
                    }
                    if held.isEmpty { waiting = deliver } else { deliver(held.removeFirst()) }
                }
            }
        }

        // MARK: Stages

        func stage(_ stage: AsyncVerdictChain.Stage, taking time: Double, below above: @escaping Make) -> Make {
            typealias Base = FlowAsync.AsyncStream<Int>
            switch stage {
            case .map: return inline(AsyncMapSequence<Base, Int>.self, time, above) { _ in true }
            case .reductions: return inline(AsyncInclusiveReductionsSequence<Base>.self, time, above) { _ in true }
            case .filter:
                var count = 0
                return inline(AsyncFilterSequence<Base>.self, time, above) { _ in
                    count += 1
                    return !count.isMultiple(of: 4)
                }
            case .buffer: return buffer(.max, isLatest: false, above)
            case .boundedBuffer: return buffer(8, isLatest: false, above)
            case .latestBuffer: return buffer(8, isLatest: true, above)
            }
        }

        private func inline(
            _ type: Any.Type, _ time: Double, _ above: @escaping Make, _ isPassed: @escaping (Int) -> Bool
        ) -> Make {
            { [self] in
                let (next, pull) = edge(type) { _ in
                    let base = above()
                    func next(_ done: @escaping (Int) -> Void) {
                        base { value in
                            self.after(time) { if isPassed(value) { done(value) } else { next(done) } }
                        }
                    }
                    return next
                }
                return recorded(next, pull)
            }
        }

        /// A task fills the buffer after the first request.
        private func buffer(_ capacity: Int, isLatest: Bool, _ above: @escaping Make) -> Make {
            { [self] in
                let policy: OverflowPolicy = isLatest ? .dropOldest : .stopProducer
                let limit = capacity < .max ? (capacity: capacity, policy: policy) : nil
                var held: [(value: Int, number: UInt32)] = []
                var number: UInt32 = 0
                var waiting: ((Int) -> Void)?
                var goOn: (() -> Void)?
                var base: Next?
                let (next, pull) = edge(AsyncBufferSequence<Numbers>.self, limit: limit) { pull in
                    func pullNext() {
                        base? { value in
                            number += 1
                            if let consumer = waiting {
                                waiting = nil
                                self.after(0) { consumer(value) }
                            } else {
                                if isLatest, held.count == capacity, let edge = pull() {
                                    self.target.recorder.record(.dropped, of: edge.id, element: held.removeFirst().number)
                                }
                                held.append((value, number))
                            }
                            // Lets other tasks run.
                            if isLatest || held.count < capacity { self.after(0, pullNext) } else { goOn = pullNext }
                        }
                    }
                    return { done in
                        if base == nil, let edge = pull() {
                            let stage = DownstreamContext(
                                self.target, id: edge.id, tag: self.target.tag(of: AsyncBufferSequence<Numbers>.self))
                            base = stage.findable(by: .owner).within(above)
                            self.after(0, pullNext)
                        }
                        guard !held.isEmpty else {
                            waiting = done
                            return
                        }
                        let value = held.removeFirst().value
                        if let resume = goOn {
                            goOn = nil
                            self.after(0, resume)
                        }
                        done(value)
                    }
                }
                return recorded(next, pull)
            }
        }

        // MARK: Sink

        func consume(_ make: Make, resting rest: Double) {
            let next = make()
            func ask() { next { _ in self.after(rest, ask) } }
            ask()
        }
    }
#endif
