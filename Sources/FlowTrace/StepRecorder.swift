/// Records the steps of one edge.
///
/// Its recorder is unmanaged, because reference counting would cost a third of a record: the edge keeps a ``TraceTarget``, which
/// retains the recorder.
package struct StepRecorder: Sendable {
    private let recorder: Unmanaged<Recorder>
    private let edge: UInt64

    /// - Parameters:
    ///   - target: Its recorder receives the steps; the owner retains it.
    ///   - edge: The number of the iterator or the continuation.
    package init(_ target: TraceTarget, of edge: UInt64) {
        recorder = .passUnretained(target.recorder)
        self.edge = edge
    }

    /// Records a step without an element.
    package func record(_ step: StepKind) { recorder._withUnsafeGuaranteedRef { $0.record(step, of: edge) } }

    /// Records a step without a value.
    package func record(_ step: StepKind, element: UInt32, word: UInt64 = 0, flags: StepFlags = []) {
        recorder._withUnsafeGuaranteedRef { $0.record(step, of: edge, element: element, word: word, flags: flags) }
    }

    /// Records a step with a value.
    package func record(_ step: StepKind, element: UInt32 = 0, value: TraceValue, flags: StepFlags = []) {
        recorder._withUnsafeGuaranteedRef { $0.record(step, of: edge, element: element, value: value, flags: flags) }
    }

    /// Records a stream's answer to the value that this thread has just recorded.
    package func recordAnswer(_ step: StepKind, element: UInt32) {
        recorder._withUnsafeGuaranteedRef { $0.recordAnswer(step, of: edge, element: element) }
    }
}
