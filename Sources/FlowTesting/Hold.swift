import FlowAnalysis
import FlowCombine
import FlowTrace
internal import Synchronization

/// Holds a stage of the running `record` while `body` runs: the stage gets no value, as if its consumer stalled.
///
/// "Does my service shed load when its consumer stalls for 5 s?":
///
///     let trace = try await record {
///         let (requests, entry) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(100))
///         async let served: Void = serve(requests)
///         try await hold("for await", for: .seconds(5)) {
///             for request in 1...1_000 { entry.yield(request) }
///         }
///         entry.finish()
///         await served
///     }
///     #expect(trace["AsyncStream"].dropped == 900)
///
/// The hold ends when `body` returns, or after `time`, whichever is first. Values that have reached the stage wait there; they are
/// neither lost nor reordered, and the cancellation of a waiting task lets its value pass. A consumer that has not begun is waited
/// for, 10 s at most, so that a test may start it just before. A stage of the same name that begins during the hold is not held. In the
/// trace and in failures, the test is a viewer.
///
/// - Parameters:
///   - stage: The name of the consumer: `for await`, or an operator such as `map`. Of several with one name, all are held; the
///     second alone is `for await 2`.
///   - time: The longest time, from 1 ns to 60 s.
///   - clock: The clock of `time`.
///   - isolation: The actor on which `body` runs.
///   - body: What happens meanwhile.
/// - Returns: What `body` returns.
/// - Throws: ``HoldError`` if the stage cannot be held; what `body` throws.
public func hold<Result>(
    _ stage: String, for time: Duration, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Result {
    try await hold(stage, for: time, clock: clock, patience: .seconds(10), isolation: isolation, body)
}

/// - Parameter patience: The longest time to wait for the stage to begin.
func hold<Result>(
    _ stage: String, for time: Duration, clock: some Clock<Duration>, patience: Duration,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Result {
    let holding = try await Holding.begun(stage, for: time, patience: patience, isolation: isolation)
    let end = clock.now.advanced(by: time)
    let timer = Task {
        try? await clock.sleep(until: end, tolerance: nil)
        holding.end()
    }
    defer {
        timer.cancel()
        holding.end()
    }
    return try await body()
}

/// Holds a stage of OpenCombine of the running `record` while `body` runs: `pace`, `pausableSink`, or
/// `.probe("name", on: scheduler)`.
///
/// The stage requests nothing meanwhile; values that it requested before still arrive. The hold ends when `body` returns, or after
/// `time`, whichever is first. Then the stage requests all that it withheld, on its scheduler.
///
///     let trace = try record {
///         let sink = source.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
///             .pace(.milliseconds(1), scheduler: scheduler).sink { _ in }
///         try hold("pace", for: .seconds(5), on: scheduler) {
///             scheduler.advance(by: .seconds(4))
///         }
///         …
///     }
///
/// - Parameters:
///   - stage: The name of the stage; a probe has the name that was given to it. Of several with one name, all are held.
///   - time: The longest time, from 1 ns to 60 s.
///   - scheduler: The clock of `time`.
///   - body: What happens meanwhile.
/// - Returns: What `body` returns.
/// - Throws: ``HoldError`` if the stage cannot be held; what `body` throws.
public func hold<Result>(
    _ stage: String, for time: Duration, on scheduler: some Scheduler, _ body: () throws -> Result
) throws -> Result {
    let holding = try Holding(stage, for: time)
    scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(Int(clamping: time.inNanoseconds)))) { holding.end() }
    defer { holding.end() }
    return try body()
}

/// The hold of a stage's consumers.
private final class Holding: Sendable {
    private static let numbers = Atomic<UInt64>(0)

    private let gates: GateTable
    /// Tells this hold from others.
    private let number = Holding.numbers.wrappingAdd(1, ordering: .relaxed).newValue

    /// Holds the consumers that live. Some may end meanwhile.
    init(_ stage: String, for time: Duration) throws(HoldError) {
        guard let recording = Recording.current else { throw .outside(stage) }
        let consumers = try recording.consumers(of: stage)
        gates = recording.gates
        let command = HandCommand.hold(time.inNanoseconds)
        let answer = HandAnswer.combined(consumers.map { [gates, number] in gates.obey(command, at: $0, from: number) })
        guard answer == .done else {
            gates.leave(number)
            throw .refused(stage, answer)
        }
    }

    /// Holds the consumers of a stage once there are any.
    static func begun(
        _ stage: String, for time: Duration, patience: Duration, isolation: isolated (any Actor)?
    ) async throws -> Holding {
        let clock = ContinuousClock()
        let end = clock.now + patience
        while true {
            switch Result(catching: { () throws(HoldError) in try Holding(stage, for: time) }) {
            case .success(let holding): return holding
            case .failure(let error): guard error.mayPass, clock.now < end else { throw error }
            }
            try await clock.sleep(for: .milliseconds(1))
        }
    }

    /// Releases the stage; afterwards, this does nothing.
    func end() { gates.leave(number) }
}

/// The reason why a stage cannot be held.
public struct HoldError: Error, CustomStringConvertible, Sendable {
    /// The stage, the reason, and the remedy, on one line.
    public let description: String
    /// Whether a consumer that begins later may be held.
    let mayPass: Bool

    static func outside(_ stage: String) -> HoldError {
        HoldError(
            description: "'\(stage)' cannot be held outside of 'record': call 'hold' in its closure, or in a task made there",
            mayPass: false)
    }

    static func unknown(_ stage: String, among names: [String]) -> HoldError {
        let hint =
            Suggestion.nearest(to: stage, among: names).map { "; did you mean '\($0)'?" }
            ?? names.first.map { "; '\($0)' is one" } ?? ": it has none yet"
        return HoldError(description: "no consumer of this recording is called '\(stage)'\(hint)", mayPass: true)
    }

    static func refused(_ stage: String, _ answer: HandAnswer) -> HoldError {
        HoldError(description: "'\(stage)' \(answer.words)", mayPass: answer == .noStage)
    }
}
