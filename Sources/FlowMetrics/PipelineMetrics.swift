#if Metrics
    import CoreMetrics
    import Dispatch
    import FlowAnalysis
    import FlowCore
    import FlowTrace
    import LibC
    import FlowVerdict
    internal import Synchronization

    /// Publishes the figures of this process's pipelines to its bootstrapped metrics backend.
    ///
    /// Bootstrap `MetricsSystem`, then create and retain this before the pipelines to observe:
    ///
    ///     MetricsSystem.bootstrap(factory)
    ///     let metrics = PipelineMetrics()
    ///
    /// The metrics have the names and labels of `flowviz metrics`. Recording takes at most 16 MiB. Like `FlowTracer`, it changes
    /// the results of casts of subscriptions. A separate thread reads the records four times a second, and publishes. Records
    /// that find no room are counted in `flow_trace_missing_events_total`. Metrics of forgotten pipelines are destroyed.
    ///
    /// - Important: May be used from any thread.
    public final class PipelineMetrics: Sendable {
        /// The requests to the publishing thread.
        private final class Requests: Sendable {
            private let isFinished = Mutex(false)
            private let (asked, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

            /// Requests a publication and waits for it. After the last one, returns immediately.
            func ask(isLast: Bool) {
                let isHeard = isFinished.withLock { isFinished in
                    guard !isFinished else { return false }
                    isFinished = isLast
                    asked.signal()
                    return true
                }
                if isHeard { answered.wait() }
            }

            /// Waits for a request. Returns whether there is one, and whether it is the last.
            func wait(nanoseconds: UInt64) -> (isAsked: Bool, isLast: Bool) {
                let isAsked = asked.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
                return (isAsked, isFinished.withLock(\.self))
            }

            func answer() { answered.signal() }
        }

        /// The time between two readings, in nanoseconds.
        private static let tick: UInt64 = 250_000_000

        private let tracer: FlowTracer
        private let requests = Requests()

        /// Observes every new subscription of the process.
        ///
        /// - Parameters:
        ///   - program: The label `program`; the name of the program by default.
        ///   - interval: The time between two publications, at least a quarter of a second.
        ///   - factory: The backend; that of the process by default.
        public init(
            program: String = PipelineMetrics.programName, every interval: Duration = .seconds(10),
            factory: any MetricsFactory = MetricsSystem.factory
        ) {
            let recorder = FlowTrace.Recorder()
            tracer = FlowTracer(recorder: recorder)
            let publisher = FigurePublisher(program: program, since: PipelineMetrics.wallClock, factory: factory)
            tracer.start()
            DetachedThread.run { [requests] in
                PipelineMetrics.publish(recorder, publisher, every: interval.inNanoseconds, requests)
            }
        }

        deinit { finish() }

        /// Publishes the current figures before it returns, for example when a backend pulls them; does nothing after
        /// ``finish()``.
        public func publish() { requests.ask(isLast: false) }

        /// Stops recording, and publishes the last figures before it returns. Further calls do nothing.
        public func finish() {
            tracer.stop()
            requests.ask(isLast: true)
        }

        private static func publish(
            _ recorder: FlowTrace.Recorder, _ publisher: consuming FigurePublisher, every interval: UInt64, _ requests: Requests
        ) {
            var due = recorder.time + interval
            var request = (isAsked: false, isLast: false)
            // Requests made before the end are answered too.
            while !request.isLast || request.isAsked {
                request = requests.wait(nanoseconds: request.isLast ? 0 : tick)
                publisher.read(recorder)
                guard request.isAsked || recorder.time >= due else { continue }
                publisher.publish(at: recorder.time)
                due = max(due + interval, recorder.time)
                if request.isAsked { requests.answer() }
            }
        }

        /// The last component of the program's path.
        public static var programName: String { CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "?" }

        private static var wallClock: UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }
    }
#endif
