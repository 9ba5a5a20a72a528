internal import Synchronization

extension Recorder {
    /// Whether it still records.
    package var isRecording: Bool { isOpen }

    /// Records a measurement of an executor.
    package func record(_ kind: ExecutorKind, of executor: TracedExecutor, _ figures: ExecutorFigures) {
        guard isOpen else { return }
        let record = TraceEvent(time: now, executor: kind, of: executor, figures)
        if !writer._withUnsafeGuaranteedRef({ $0.append(record) }) { drop() }
    }
}

/// Tells whether tasks of this process consume traced streams: otherwise its executors need no measuring.
package enum TracedTasks {
    private static let haveBegun = Atomic<Bool>(false)

    /// Whether a task has ever consumed a traced stream.
    package static var isAny: Bool { haveBegun.load(ordering: .relaxed) }

    /// Records that a task consumes a traced stream.
    package static func begin() {
        if !isAny { haveBegun.store(true, ordering: .relaxed) }
    }
}
