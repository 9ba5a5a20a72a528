#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowText
    import FlowTrace
    import Testing

    @testable import FlowAnalysis
    @testable import FlowModel
    @testable import FlowVerdict

    /// Values left in a stream at the end of a run.
    @Suite("Values that nobody read")
    struct UnreadTests {
        /// A kind of stream, made in the loop's trace and filled with values before any reader takes one.
        enum Kind: CaseIterable {
            case stream, throwing, newest, channel, throwingChannel

            var name: String {
                switch self {
                case .stream, .newest: "AsyncStream"
                case .throwing: "AsyncThrowingStream"
                case .channel: "AsyncChannel"
                case .throwingChannel: "AsyncThrowingChannel"
                }
            }

            /// Feeds the stream and plays its readers. Returns the other objects that keep the stream alive.
            func feed(_ count: Int, _ deeds: [Deed], on loop: TaskLoop) -> Any {
                switch self {
                case .stream, .newest:
                    let policy: AsyncStream<Int>.Continuation.BufferingPolicy =
                        self == .stream ? .unbounded : .bufferingNewest(count)
                    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
                    for value in 1...count { continuation.yield(value) }
                    for deed in deeds { deed.play(on: stream, loop) }
                    return (stream, continuation)
                case .throwing:
                    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self, throwing: (any Error).self)
                    for value in 1...count { continuation.yield(value) }
                    for deed in deeds { deed.play(on: stream, loop) }
                    return (stream, continuation)
                case .channel:
                    let channel = AsyncChannel<Int>()
                    for value in 1...count { loop.spawn { await channel.send(value) } }
                    for deed in deeds { deed.play(on: channel, loop) }
                    return channel
                case .throwingChannel:
                    let channel = AsyncThrowingChannel<Int, any Error>()
                    for value in 1...count { loop.spawn { await channel.send(value) } }
                    for deed in deeds { deed.play(on: channel, loop) }
                    return channel
                }
            }
        }

        /// The action of one reader.
        enum Deed: Hashable {
            /// Makes an iterator, and requests nothing.
            case subscribe
            /// Takes some values, and then keeps or releases the iterator.
            case read(Int, stays: Bool)

            fileprivate func play(on values: some AsyncSequence<Int, some Error> & Sendable, _ loop: TaskLoop) {
                loop.spawn {
                    var iterator = values.makeAsyncIterator()
                    var stays = true
                    if case .read(let count, let goesOn) = self {
                        for _ in 0..<count { _ = try? await iterator.next() }
                        stays = goesOn
                    }
                    if stays { await loop.sleep(milliseconds: 10_000) }
                    withExtendedLifetime(iterator) {}
                }
            }
        }

        /// The first second of a stream with `count` values, and of its readers.
        private static func trace(_ kind: Kind, _ count: Int, _ deeds: [Deed]) -> (log: TraceLog, end: TraceTime) {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            let kept = CurrentTarget.with(TraceTarget(recorder: recorder)) {
                let kept = kind.feed(count, deeds, on: loop)
                loop.run(untilMilliseconds: 1_000)
                return kept
            }
            let traced = Traced(recorder)
            withExtendedLifetime(kept) {}
            return (traced.log, TraceTime(nanoseconds: loop.now))
        }

        /// The failures of a gate on that trace.
        private static func failures(_ kind: Kind, _ count: Int, _ deeds: [Deed], isOver: Bool = true) -> [CheckFailure] {
            let (log, end) = trace(kind, count, deeds)
            var check = RunCheck([.noDrops()])
            for entry in log.entries { check.fold(entry, in: log) }
            return check.failures(endingAt: end, isOver: isOver)
        }

        @Test(arguments: Kind.allCases) func `in the list nothing leaves an unread stream, and nobody asks it`(kind: Kind) {
            let (log, end) = UnreadTests.trace(kind, 3, [])
            var pipelines = Pipelines()
            pipelines.update(from: log, upTo: log.count)
            let rows = pipelines.ids(by: .age, in: log).compactMap { pipelines.summary(of: $0, at: end, in: log) }

            #expect(rows.map(\.held) == [3])
            #expect(rows.map(\.rateOut) == [0])
            #expect(rows.map(\.outstanding) == [.none])
        }

        /// The lanes of the first pipeline of a trace.
        private static func opened(_ log: TraceLog) -> PipelineModel {
            var pipelines = Pipelines()
            pipelines.update(from: log, upTo: log.count)
            var opened = PipelineModel(PipelineID(edge: EdgeID(rawValue: 1)))
            opened.update(from: log, in: &pipelines)
            return opened
        }

        @Test(arguments: Kind.allCases) func `no demand is shown above a stream that nobody reads`(kind: Kind) {
            let (log, end) = UnreadTests.trace(kind, 3, [])
            let opened = UnreadTests.opened(log)
            let (lanes, moment) = (opened.model.lanes, Moment(time: end, sequence: log.count))

            #expect(lanes.filter(\.spec.showsDemand).isEmpty)
            #expect(lanes.indices.filter { LaneFacts.isUnread(belowLane: $0, in: opened.model) } == [0])
            for lane in lanes.indices {
                let rows = Inspector.rows(of: opened.stream, lane: lane, at: moment)
                let asked = rows.filter { if case .asked = $0 { true } else if case .demand = $0 { true } else { false } }
                #expect(asked.isEmpty, "\(lanes[lane].spec.name)")
            }
        }

        @Test(arguments: Kind.allCases) func `no caption says that a value of an unread stream was asked for or goes on`(
            kind: Kind
        ) {
            let (log, end) = UnreadTests.trace(kind, 3, [])
            let opened = UnreadTests.opened(log)
            let moments =
                log.entries.map { Moment(time: $0.time, sequence: $0.sequence + 1) } + [Moment(time: end, sequence: log.count)]
            let captions = moments.compactMap { CaptionWriter.caption(of: opened.model, at: $0)?.text }

            #expect(!captions.isEmpty)
            #expect(captions.filter { $0.contains("had been asked for") || $0.contains("goes on") } == [])
        }

        @Test func `the rate of an ended stream is that of its life, however long the trace goes on`() {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            CurrentTarget.with(TraceTarget(recorder: recorder)) {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                loop.spawn { for await _ in stream {} }
                loop.spawn {
                    for value in 1...3 {
                        await loop.sleep(milliseconds: 100)
                        continuation.yield(value)
                    }
                    await loop.sleep(milliseconds: 100)
                    continuation.finish()
                }
                loop.run()
            }
            let log = Traced(recorder).log
            let opened = UnreadTests.opened(log)
            let moment = Moment(time: TraceTime(seconds: 100), sequence: log.count)
            let rates = opened.model.lanes.indices.flatMap { lane in
                Inspector.rows(of: opened.stream, lane: lane, at: moment).compactMap { row in
                    if case .rate(let rate) = row { "\(rate.input.words) \(rate.window.words)" } else { nil }
                }
            }

            #expect(rates == ["7.5/s over its life of 0.40 s"])
        }

        private static func words(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }

        @Test(arguments: Kind.allCases, 1...4)
        func `a gate passes a stream only where somebody has asked it for a value, and has not left`(kind: Kind, count: Int) {
            let left = "\(UnreadTests.words(count)) \(count == 1 ? "was" : "were") left in it"
            let name = kind.name

            func lines(_ deeds: Deed...) -> [String] { UnreadTests.failures(kind, count, deeds).map(\.text) }
            #expect(lines() == ["nobody ever read \(name): \(left)"])
            #expect(lines(.subscribe) == ["nobody ever asked \(name) for a value: \(left)"])
            #expect(lines(.read(count, stays: true)) == [])
            for taken in 1..<count {
                let rest = UnreadTests.words(count - taken)
                #expect(lines(.read(taken, stays: true)) == [])
                #expect(lines(.subscribe, .read(taken, stays: true)) == [])
                let verb = count - taken == 1 ? "was" : "were"
                let stranded = "\(name) holds \(rest) that \(verb) never taken: its consumers have left"
                #expect(lines(.read(taken, stays: false)) == [stranded])
            }
        }

        @Test(arguments: Kind.allCases)
        func `of a run that may go on it is not known whether somebody will read`(kind: Kind) {
            let unread = UnreadTests.failures(kind, 3, [], isOver: false)
            let unasked = UnreadTests.failures(kind, 1, [.subscribe], isOver: false)

            #expect((unread + unasked).map(\.kind) == [.undecided, .undecided])
            #expect(unread.map(\.text) == ["cannot know: nobody has read \(kind.name) yet, and it holds 3 values"])
            #expect(unasked.map(\.text) == ["cannot know: nobody has asked \(kind.name) for a value yet, and it holds 1 value"])
        }

        @Test(arguments: 1...2, [true, false])
        func `values that wait after the end of a stream are lost with the program`(taken: Int, isOver: Bool) {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            let kept = CurrentTarget.with(TraceTarget(recorder: recorder)) {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                for value in 1...3 { continuation.yield(value) }
                continuation.finish()
                Deed.read(taken, stays: true).play(on: stream, loop)
                loop.run(untilMilliseconds: 1_000)
                return stream
            }
            let traced = Traced(recorder)
            withExtendedLifetime(kept) {}
            let (log, end) = (traced.log, TraceTime(nanoseconds: loop.now))
            var (check, meter) = (RunCheck([.noDrops()]), UtilizationMeter())
            for entry in log.entries {
                check.fold(entry, in: log)
                meter.fold(entry, in: log)
            }

            let left = taken == 2 ? "1 value that was" : "2 values that were"
            let text = "AsyncStream holds \(left) never taken, though its source had ended"
            #expect(check.failures(endingAt: end, isOver: isOver).map(\.text) == (isOver ? [text] : []))
            let stranded = meter.reports(at: end, in: log, isOver: isOver).flatMap(\.stranded)
            #expect(stranded.map(\.text) == (isOver ? [text] : []))
        }

        @Test func `that a stream was read which had the same place before says nothing of this one`() {
            let loop = TaskLoop()
            let recorder = Recorder(clock: .custom { loop.now })
            let kept = CurrentTarget.with(TraceTarget(recorder: recorder)) {
                (1...3).map { number -> Any? in
                    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                    continuation.yield(number)
                    guard number < 3 else { return (stream, continuation) }
                    continuation.finish()
                    loop.spawn { for await _ in stream {} }
                    loop.run()
                    return nil
                }
            }
            let traced = Traced(recorder)
            withExtendedLifetime(kept) {}
            var check = RunCheck([.noDrops()])
            for entry in traced.log.entries { check.fold(entry, in: traced.log) }

            #expect(check.failures().map(\.text) == ["nobody ever read AsyncStream: 1 value was left in it"])
        }
    }
#endif
