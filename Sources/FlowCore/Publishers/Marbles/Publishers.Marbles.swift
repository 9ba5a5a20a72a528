import FlowTrace
import FlowCombine

extension Publishers {
    /// A publisher that sends the signals of a ``MarbleScript`` at their times, without regard to demand.
    ///
    /// Each subscriber's time begins when it subscribes. As with a `PassthroughSubject`, a value without demand is dropped; the
    /// end needs no demand.
    public struct Marbles<Failure: Error, Context: Scheduler>: Publisher {
        public typealias Output = String

        let script: MarbleScript
        let unit: Context.SchedulerTimeType.Stride
        let scheduler: Context
        let failure: Failure?
        private var edges: Declarations<ProbeTarget>?

        private init(_ script: MarbleScript, unit: Context.SchedulerTimeType.Stride, scheduler: Context, failure: Failure?) {
            self.script = script
            self.unit = unit
            self.scheduler = scheduler
            self.failure = failure
        }

        /// Creates a publisher that may fail.
        ///
        /// - Parameters:
        ///   - script: The signals and their times.
        ///   - unit: The duration of a character.
        ///   - scheduler: Sends the signals.
        ///   - failure: The error for `#`.
        public init(_ script: MarbleScript, unit: Context.SchedulerTimeType.Stride, scheduler: Context, failure: Failure) {
            self.init(script, unit: unit, scheduler: scheduler, failure: .some(failure))
        }

        /// Creates a publisher that cannot fail.
        ///
        /// - Precondition: The script does not fail.
        public init(_ script: MarbleScript, unit: Context.SchedulerTimeType.Stride, scheduler: Context) where Failure == Never {
            precondition(!script.fails, "marbles that fail need an error to fail with")
            self.init(script, unit: unit, scheduler: scheduler, failure: nil)
        }

        /// Returns a copy of this publisher that also records its values, drops and end.
        ///
        /// - Parameters:
        ///   - label: The name of the lane.
        ///   - recorder: Receives the records.
        ///   - node: The source in the graph, if known.
        public func recorded(_ label: String, recorder: Recorder, node: NodeID? = nil) -> Marbles {
            var recorded = self
            recorded.edges = ProbeTarget.all(label: label, role: .source, recorder: recorder, upstream: node, downstream: node)
            return recorded
        }

        public func receive(subscriber: some Subscriber<String, Failure>) {
            let subscription = MarbleSubscription(self, downstream: subscriber, target: edges?.next())
            subscriber.receive(subscription: subscription)
            subscription.begin()
        }
    }
}

extension Publishers {
    /// Sends the signals of a marble picture; see ``MarbleScript`` and ``OpenCombine/Publishers/Marbles``.
    ///
    /// - Parameters:
    ///   - picture: A picture such as `AB-C|`.
    ///   - unit: The duration of a character.
    ///   - scheduler: Sends the signals.
    /// - Precondition: The picture can be parsed, and has no failure.
    public static func marbles<Context: Scheduler>(
        _ picture: String, unit: Context.SchedulerTimeType.Stride = .milliseconds(250), scheduler: Context
    ) -> Marbles<Never, Context> {
        Marbles(script(picture), unit: unit, scheduler: scheduler)
    }

    /// Sends the signals of a marble picture; a `#` fails with `failure`.
    ///
    /// - Precondition: The picture can be parsed.
    public static func marbles<Failure: Error, Context: Scheduler>(
        _ picture: String, unit: Context.SchedulerTimeType.Stride = .milliseconds(250), failure: Failure, scheduler: Context
    ) -> Marbles<Failure, Context> {
        Marbles(script(picture), unit: unit, scheduler: scheduler, failure: failure)
    }

    private static func script(_ picture: String) -> MarbleScript {
        do {
            return try MarbleScript(picture)
        } catch {
            preconditionFailure("'\(picture)' is no marble picture: \(error)")
        }
    }
}
