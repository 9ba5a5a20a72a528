import FlowCore
import FlowTesting
import FlowTrace
import FlowCombine
import Testing

/// Tracing for the duration of a call ends even if the call throws.
///
/// Each in a separate process: other tests trace too.
@Suite("bodies that throw")
struct ThrowingTests {
    private struct Failure: Error {}

    /// A value that fails the test when a tracer that still watches describes it.
    private struct Loud: CustomStringConvertible {
        var description: String { preconditionFailure("traced on") }
    }

    /// Counts the records.
    private struct Counter: RecordSink {
        var count = 0

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            count += 1
        }

        mutating func record(missed: Int) {}
    }

    @Test func `a tracer whose scope throws has stopped`() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            let result = Result {
                try FlowTracer.tracing(into: recorder) {
                    _ = (1...3).publisher.sink { _ in }
                    throw Failure()
                }
            }
            guard case .failure = result else { preconditionFailure("not thrown") }
            var (before, after) = (Counter(), Counter())
            recorder.drain(into: &before)

            _ = (1...3).publisher.sink { _ in }

            recorder.drain(into: &after)
            precondition(before.count > 0 && after.count == 0, "\(before.count), \(after.count)")
        }
    }

    @Test func `a recording whose body throws has ended`() async {
        await #expect(processExitsWith: .success) {
            let result = Result { try record { throw Failure() } }
            guard case .failure = result else { preconditionFailure("not thrown") }

            _ = Just(Loud()).sink { _ in }
        }
    }
}
