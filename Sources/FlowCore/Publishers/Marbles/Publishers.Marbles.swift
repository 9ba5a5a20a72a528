import FlowTrace
import OpenCombineShim

extension Publishers {
    /// A publisher that sends what a ``MarbleScript`` says, when it says it, whether it is asked for or not.
    ///
    /// Each subscriber's time begins when it subscribes. As with a `PassthroughSubject`, a value that nobody has asked for is lost;
    /// the end comes also where nothing is asked for.
    public struct Marbles<Failure: Error, Context: Scheduler>: Publisher {
        /// The letters.
        public typealias Output = String

        let script: MarbleScript
        let unit: Context.SchedulerTimeType.Stride
        let scheduler: Context
        let failure: Failure?
        private var edges: ProbeEdges?

        private init(
            _ script: MarbleScript, unit: Context.SchedulerTimeType.Stride, scheduler: Context, failure: Failure?
        ) {
            self.script = script
            self.unit = unit
            self.scheduler = scheduler
            self.failure = failure
        }

        /// Creates a publisher that may fail.
        ///
        /// - Parameters:
        ///   - unit: How long a character takes.
        ///   - scheduler: Where the signals are sent.
        ///   - failure: What `#` stands for.
        public init(
            _ script: MarbleScript, unit: Context.SchedulerTimeType.Stride, scheduler: Context, failure: Failure
        ) {
            self.init(script, unit: unit, scheduler: scheduler, failure: .some(failure))
        }

        /// Creates a publisher that cannot fail.
        ///
        /// - Precondition: The script does not fail.
        public init(_ script: MarbleScript, unit: Context.SchedulerTimeType.Stride, scheduler: Context)
        where Failure == Never {
            precondition(!script.fails, "marbles that fail need an error to fail with")
            self.init(script, unit: unit, scheduler: scheduler, failure: nil)
        }

        /// The same, with what it sends, loses and ends with recorded.
        ///
        /// - Parameters:
        ///   - label: The name of the lane.
        ///   - recorder: Where the records go.
        ///   - node: The source in the graph, where known.
        public func recorded(_ label: String, recorder: Recorder, node: NodeID? = nil) -> Marbles {
            var recorded = self
            recorded.edges = ProbeEdges(label: label, role: .source, recorder: recorder, upstream: node, downstream: node)
            return recorded
        }

        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == String, Downstream.Failure == Failure {
            let subscription = MarbleSubscription(self, downstream: subscriber, place: edges?.next())
            subscriber.receive(subscription: subscription)
            subscription.begin()
        }
    }
}

extension Publishers {
    /// Sends what a marble picture says, when it says it; see ``MarbleScript`` and ``OpenCombine/Publishers/Marbles``.
    ///
    /// - Parameters:
    ///   - picture: As `AB-C|`.
    ///   - unit: How long a character takes.
    ///   - scheduler: Where the signals are sent.
    /// - Precondition: The picture can be read, and has no failure.
    public static func marbles<Context: Scheduler>(
        _ picture: String, unit: Context.SchedulerTimeType.Stride = .milliseconds(250), scheduler: Context
    ) -> Marbles<Never, Context> {
        Marbles(script(picture), unit: unit, scheduler: scheduler)
    }

    /// Sends what a marble picture says, and fails where it has a `#`.
    ///
    /// - Precondition: The picture can be read.
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
