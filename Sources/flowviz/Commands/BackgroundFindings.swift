import Dispatch
import FlowAnalysis
import FlowTrace

/// Judges a trace by the rules of the contract on a thread of its own.
final class BackgroundFindings: Sendable {
    private let findings = Guarded(RuleFindings())
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts at once.
    init(_ reader: RuleReader, until time: TraceTime?) {
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            var reader = reader
            let found = reader.findings(until: time)
            findings.withLock { $0 = found }
            isDone.signal()
        }
    }

    /// What was found, once all was judged. To be asked once.
    func wait() -> RuleFindings {
        isDone.wait()
        return findings.withLock(\.self)
    }
}
