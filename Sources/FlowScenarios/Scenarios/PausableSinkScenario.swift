import FlowCore
import FlowTrace
import FlowCombine

extension Scenario {
    static let pausableSink = Scenario(
        id: "pausable-sink", title: "Pause and resume a sink", group: .control,
        explanation: """
            A sink that can be paused asks for one value at a time, and for none while it is paused. The source does not know: the \
            buffer between them fills, and when it is full the oldest values are dropped. Resume drains it, ten values a second.
            """,
        tryThis: {
            """
            Press \($0(.pause)) to pause, watch the buffer fill to 20 and drop its oldest, then press \($0(.pause)) again.
            """
        },
        variants: [live, asTaught])

    private static let live = Variant(
        id: "live", point: "you pause it", isEndless: true,
        lanes: [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)], cell: .milliseconds(100),
        chain: { numbers in
            [
                "source tick 0.25 s", "buffer \(numbers.count("size")) · \(FullBuffer(numbers).rawValue)",
                "pace \(numbers.text("interval")) s", "sink",
            ]
        },
        code: """
            let sink = ticks
                .buffer(size: 20, prefetch: .byRequest, whenFull: .dropOldest)
                .pace(.milliseconds(100), scheduler: DispatchQueue.main)
                .pausableSink(receiveCompletion: { _ in }, receiveValue: { print($0); return true })
            sink.pause()
            sink.resume()
            """,
        controls: [.pause, .resume],
        numbers: [.size(20), .interval(0.1), .strategy(.dropOldest, of: FullBuffer.withoutFailure)],
        build: buildLive)

    private static let asTaught = Variant(
        id: "as-taught", point: "pauses on odd values", lanes: [LaneSpec("source", .source), LaneSpec("output", .output)],
        cell: .milliseconds(100), chain: { _ in ["array of 6", "sink pauses on odd values"] },
        code: """
            let sink = [1, 2, 3, 4, 5, 6].publisher
                .pausableSink(receiveCompletion: { _ in }) { value in value.isMultiple(of: 2) }
            let timer = Timer.publish(every: 2, on: .main, in: .common).autoconnect().sink { _ in
                if sink.paused { sink.resume() }
            }
            """,
        controls: [.pause, .resume],
        build: buildAsTaught)

    @Sendable private static func buildLive(on context: ScenarioContext) {
        let recorder = context.recorder
        let source = context.numberSource()
        let buffered = source.subject.buffer(
            size: context.numbers.count("size"), prefetch: .byRequest, whenFull: FullBuffer(context.numbers).withoutFailure,
            label: "buffer", recorder: recorder)
        let pace = recorder.declareNode(.pace, name: "pace", detail: "\(context.numbers.text("interval")) s")
        let node = recorder.declareNode(.sink, name: "sink")
        let interval = VirtualTime.Stride.seconds(context.numbers["interval"])
        let chain = buffered.pace(interval, scheduler: context.scheduler)
            .probe("output", recorder: recorder, upstream: pace, downstream: node)
        let pauses = PauseControl(recorder: recorder, edge: chain.edge, scheduler: context.scheduler)
        pauses.addControls(to: context)
        context.at(.zero) { [unowned context] in
            pauses.sink = chain.pausableSink(receiveCompletion: { _ in }, receiveValue: { _ in true })
            pauses.sink.map(context.retain)
        }
        context.every(.seconds(0.25)) { _ in source.sendNext() }
    }

    @Sendable private static func buildAsTaught(on context: ScenarioContext) {
        let recorder = context.recorder
        let source = recorder.declareNode(.source, name: "array")
        let node = recorder.declareNode(.sink, name: "sink")
        let chain = [1, 2, 3, 4, 5, 6].publisher
            .probe("source", as: .source, recorder: recorder, upstream: source)
            .probe("output", recorder: recorder, upstream: source, downstream: node)
        let pauses = PauseControl(recorder: recorder, edge: chain.edge, scheduler: context.scheduler)
        pauses.addControls(to: context)
        context.at(.zero) { [unowned context] in
            pauses.sink = chain.pausableSink(receiveCompletion: { _ in pauses.end() }) { value in
                if !value.isMultiple(of: 2) { recorder.record(state: .paused, on: chain.edge) }
                return value.isMultiple(of: 2)
            }
            pauses.sink.map(context.retain)
        }
        pauses.timer = context.every(.seconds(2)) { _ in pauses.resume() }
    }
}

extension PauseControl {
    /// Lets the controls of a context pause and resume the sink.
    func addControls(to context: ScenarioContext) {
        context.on(.pause) { _ in self.pause() }
        context.on(.resume) { _ in self.resumeWhenTimePasses() }
    }
}
