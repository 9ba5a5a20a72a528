import FlowTrace

/// The writer of a trace file, and the tests of the process, if it runs any.
final class TraceWriter: Sendable {
    /// The interval between two signs of life, in milliseconds.
    static let interval: Int32 = 250

    let recorder: Recorder
    let suite: SuiteReports?

    init(recorder: Recorder, suite: SuiteReports?) { (self.recorder, self.suite) = (recorder, suite) }

    /// Records a sign of life, and the tests that have begun and ended.
    func beat() {
        recorder.beat()
        suite?.readOn()
    }
}
