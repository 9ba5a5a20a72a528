import FlowAsync
import FlowTrace

extension Scenario {
    static let watermarks = Scenario(
        id: "watermarks", title: "Told to stop, told to go on", group: .tasks,
        explanation: """
            A stream between a connection and a loop counts its held values. At the high mark, it stops the connection's reading; values \
            under way still arrive. Below the low mark, it resumes the reading. Nothing is dropped, and memory stays bounded: this is \
            how SwiftNIO holds its peers back.
            """,
        tryThis: {
            """
            Press \($0(.nextVariant)) for one mark: the connection is told to stop and to go on again and again. Move the \
            marks with \($0(.smallerNumber)).
            """
        },
        variants: [
            variant("two-marks", point: "stops at 10, goes on below 4", low: 4, high: 10),
            variant("one-mark", point: "stops and goes on at 10", low: 10, high: 10),
        ])

    private static func variant(_ id: String, point: String, low: Int, high: Int) -> Variant {
        Variant(
            id: id, point: point, isEndless: true,
            lanes: [
                LaneSpec("read", .output, showsDemand: true), LaneSpec("stream", .buffer, of: "stream held"),
                LaneSpec("for await", .output, of: "stream", showsDemand: true),
            ],
            cell: .milliseconds(100),
            chain: { numbers in
                let marks = Watermarks(numbers)
                return [
                    "connection 4 every \(numbers.text("every")) s", "stream low \(marks.low) · high \(marks.high)",
                    "for await \(numbers.text("work")) s a value",
                ]
            },
            code: """
                let producer = NIOAsyncSequenceProducer.makeSequence(
                    elementType: Int.self,
                    backPressureStrategy: .init(lowWatermark: \(low), highWatermark: \(high)), …)
                // channelRead: if source.yield(value) == .stopProducing { isReading = false }
                // produceMore(): isReading = true; context.read()
                for await value in producer.sequence {
                    await work(value)  // 0.25 s
                }
                """,
            numbers: [.count("high", high)] + (low < high ? [.count("low", low)] : [])
                + [.seconds("work", 0.25), .seconds("every", 0.5)],
            derivesEvents: true, build: build)
    }

    @Sendable private static func build(on context: ScenarioContext) {
        let loop = context.taskLoop()
        let (clock, work) = (loop.clock, context.numbers["work"])
        let (marks, every) = (Watermarks(context.numbers), Duration.seconds(context.numbers["every"]))
        context.at(.zero) { [unowned context] in
            let stream = loop.enter { WatermarkStream(marks) }
            loop.start {
                for await _ in stream.values {
                    stream.didTake()
                    await clock.wait(seconds: work)
                }
            }
            context.every(every) { _ in loop.enter { stream.read() } }
        }
    }
}

/// A stream stops its producer at `high` held values, and resumes it below `low`.
private struct Watermarks {
    let low: Int
    let high: Int

    init(_ numbers: Numbers) {
        high = numbers.count("high")
        low = min(high, numbers.values["low"].map { Int($0) } ?? high)
    }
}

/// The types that stand for SwiftNIO's stream and producer in the trace.
enum SequenceProducer {}
enum ChannelRead {}

/// A stream that stops and resumes its producer by the rule of NIO's `HighLowWatermark`.
// Proof: only a task on the loop's thread uses it.
private final class WatermarkStream: @unchecked Sendable {
    /// The number of values of one read.
    private static let readSize = 4

    private let marks: Watermarks
    private let report: StreamReporter?
    private let stream: _Concurrency.AsyncStream<Int>
    private let continuation: _Concurrency.AsyncStream<Int>.Continuation
    private var next = 1
    private var held = 0
    private var isReading = true

    init(_ marks: Watermarks) {
        self.marks = marks
        (stream, continuation) = _Concurrency.AsyncStream.makeStream(of: Int.self)
        report = StreamReporter(
            "read", from: ChannelRead.self, to: SequenceProducer.self, of: Int.self, highMark: marks.high)
        report?.request()
    }

    /// The sequence that the consumer iterates.
    var values: StreamReporter.TakingProbe<_Concurrency.AsyncStream<Int>> { stream.probe("stream", takingFrom: report) }

    /// Reads once from the connection, unless reading is stopped. One read may exceed the high mark.
    func read() {
        guard isReading else { return }
        for _ in 0..<WatermarkStream.readSize {
            held += 1
            report?.yield(next)
            continuation.yield(next)
            next += 1
        }
        if held >= marks.high { tell(isReading: false) } else { report?.request() }
    }

    func didTake() {
        held -= 1
        if held < marks.low { tell(isReading: true) }
    }

    private func tell(isReading: Bool) {
        guard isReading != self.isReading else { return }
        self.isReading = isReading
        report?.report(state: "told to \(isReading ? "go on" : "stop") at \(held) held")
        if isReading { report?.request() }
    }
}
