#if AsyncAlgorithms
    import FlowAsync
    import FlowTrace

    @testable import FlowGraph
    @testable import FlowText
    @testable import FlowVerdict

    /// The trace of tasks on two executors in virtual time, and its verdicts.
    final class CausePlay: Sendable {
        /// Runs producers, and everything that does not run on ``other``.
        let loop = TaskLoop()
        /// Runs nothing while it is busy.
        let other = TaskLoop()
        private let recorder: Recorder
        let target: TraceTarget

        init() {
            let loop = loop
            recorder = Recorder(clock: .custom { loop.now })
            target = TraceTarget(recorder: recorder)
        }

        func record(_ body: () -> Void) { CurrentTarget.with(target, body) }

        /// Keeps the other executor busy with other jobs again and again, so that it runs its tasks only between two such jobs.
        func alternate(busy: Int, untilMilliseconds end: Int) {
            var time = busy
            while time <= end {
                loop.run(untilMilliseconds: time)
                other.run()
                time += busy
            }
            loop.run(untilMilliseconds: end)
        }

        /// Records a measurement of an executor at the present time; times in milliseconds.
        func measure(_ kind: ExecutorKind, of executor: TracedExecutor, wait: UInt64, word: UInt64, number: UInt32 = 0) {
            recorder.record(kind, of: executor, ExecutorFigures(wait: wait * 1_000_000, word: word * 1_000_000, number: number))
        }

        /// The records so far.
        private let found = LockedBox(Reconstruction())

        /// The reports on the pipelines at a time, the oldest first.
        ///
        /// - Parameter executor: The executor on which all consumers ran; `nil` if it is unknown.
        func reports(
            atMilliseconds time: Int, isBrokenOff: Bool = false, on executor: TracedExecutor? = nil
        ) -> [PipelineReport] {
            var log = found.withLock { found in
                recorder.drain(into: &found)
                return found.log
            }
            if let executor {
                for var edge in log.edges {
                    edge.executor = executor
                    log.declare(nodes: [], edges: [edge])
                }
            }
            var meter = UtilizationMeter()
            let end = TraceTime(nanoseconds: UInt64(time) * 1_000_000)
            for entry in log.entries where entry.time <= end { meter.fold(entry, in: log) }
            return meter.reports(at: end, in: log, program: isBrokenOff ? .brokenOff : .none)
        }
    }

    extension PipelineReport {
        /// The verdicts on the present, and on the run.
        var sentences: [String] { [verdict.text, run.text] }

        /// The stages that the two verdicts blame. A source for which others wait is not blamed.
        var blamed: [String?] {
            [verdict, run].map { verdict in
                culprit(of: verdict).flatMap { $0.role == .source ? nil : $0.name }
            }
        }
    }
#endif
