import FlowAsync
import FlowTrace
import NIOCore

/// A strategy that tells the producer of a `NIOAsyncSequenceProducer` when to go on as another one does, and reports to the trace what it
/// is told: how many values were yielded and taken, how many are held against the high mark, and when the producer is to stop and to go on.
///
///     let strategy = ReportingStrategy("rows", low: 5, high: 20)
///     let producer = NIOAsyncSequenceProducer.makeSequence(elementType: Row.self, backPressureStrategy: strategy, …)
///
/// A strategy is told depths, not values: the trace shows values by their number. It is not told what happens once the producer has
/// finished; ``report`` and `probe(_:takingFrom:)` on the sequence show that too, and the values that are taken.
public struct ReportingStrategy<Base: NIOAsyncSequenceProducerBackPressureStrategy>: NIOAsyncSequenceProducerBackPressureStrategy
{
    private var base: Base
    private let name: String
    private let end: StrategyEnd?
    private var consumer: StreamReporter.Consumer?
    /// How many values are held.
    private var depth = 0
    /// Whether the consumer waits for a value.
    private var isAwaited = false
    /// Whether the producer may go on, and whether the trace shows a request of it that is not answered.
    private var (mayProduce, isAsked) = (true, true)

    /// Reports what another strategy is told, and what it answers.
    ///
    /// - Parameters:
    ///   - base: Decides.
    ///   - name: What the trace calls the stream.
    ///   - highMark: The number of held values with which it tells the producer to stop.
    ///   - target: What the stream is recorded in.
    public init(
        _ base: Base, _ name: String, highMark: Int? = nil, in target: TraceTarget? = CurrentTarget.value,
        fileID: String = #fileID, line: Int = #line
    ) {
        self.base = base
        self.name = name
        end = StreamReporter(
            "\(name) yield", from: ProducerSource.self, to: SequenceProducer.self, of: Any.self, highMark: highMark,
            in: target, fileID: fileID, line: line
        ).map(StrategyEnd.init)
        report?.request()
    }

    /// Where the values wait, for a probe on the sequence; `nil` where nothing is traced.
    public var report: StreamReporter? { end?.report }

    public mutating func didYield(bufferDepth: Int) -> Bool {
        let answer = base.didYield(bufferDepth: bufferDepth)
        guard let report else { return answer }
        // Of what comes while the consumer waits, it gets one value at once.
        let count = bufferDepth - depth + (isAwaited ? 1 : 0)
        for _ in 0..<max(0, count) { report.yield() }
        if count > 0 { isAsked = false }
        if isAwaited { take(in: report) }
        (depth, isAwaited) = (bufferDepth, false)
        follow(answer, in: report)
        return answer
    }

    public mutating func didConsume(bufferDepth: Int) -> Bool {
        let answer = base.didConsume(bufferDepth: bufferDepth)
        guard let report else { return answer }
        request(in: report)
        if bufferDepth < depth { take(in: report) } else { isAwaited = true }
        depth = bufferDepth
        follow(answer, in: report)
        return answer
    }

    private mutating func follow(_ answer: Bool, in report: StreamReporter) {
        if answer != mayProduce { report.report(state: "\(answer ? "produceMore" : "stopProducing"), held \(depth)") }
        mayProduce = answer
        guard answer, !isAsked else { return }
        isAsked = true
        report.request()
    }

    // MARK: The consumer, where no probe reports it

    private mutating func request(in report: StreamReporter) {
        guard !report.hasProbe else { return }
        if consumer == nil { consumer = report.makeConsumer(name) }
        consumer?.request()
    }

    private func take(in report: StreamReporter) {
        if !report.hasProbe { consumer?.take() }
    }
}

extension ReportingStrategy where Base == NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark {
    /// Reports how many values are held against two marks.
    ///
    /// - Parameters:
    ///   - name: What the trace calls the stream.
    ///   - low: With fewer values than this, the producer is told to go on.
    ///   - high: With so many, it is told to stop.
    ///   - target: What the stream is recorded in.
    public init(
        _ name: String, low: Int, high: Int, in target: TraceTarget? = CurrentTarget.value, fileID: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            Base(lowWatermark: low, highWatermark: high), name, highMark: high, in: target, fileID: fileID, line: line)
    }
}

/// A producer lets go of its strategy as soon as it has finished, and says no more of what it holds.
private final class StrategyEnd: Sendable {
    let report: StreamReporter

    init(_ report: StreamReporter) { self.report = report }

    deinit { if !report.hasProbe { report.forgetHeld() } }
}
