import FlowTrace
internal import Synchronization

/// A subject that reports every sent value to ``SubjectSends``.
///
/// OpenCombine's hook reports a subject's deliveries, but not its input: a value without demand leaves no record.
package protocol SendReporting: AnyObject {}

/// Reports the values sent through subjects to the running tracers.
package enum SubjectSends {
    /// Runs `send`, which sends `value` through `subject`; the subject's tracers record the beginning and the end of the send.
    ///
    /// Without a tracer it only reads a counter. Reentrant, and callable from any thread.
    package static func record<Value>(_ value: Value, through subject: some SendReporting, _ send: () -> Void) {
        let tracers = RunningTracers.all
        guard !tracers.isEmpty else { return send() }
        let key = HookKey(subject: subject)
        let sent = tracers.compactMap { tracer in tracer.willSend(value, through: key).map { (tracer, $0) } }
        send()
        for (tracer, record) in sent.reversed() { tracer.didSend(record, through: key) }
    }
}

/// A tracer's record of a sent value, without the value if that may not be described.
struct SentValue {
    let value: TraceValue?
}

extension HookKey {
    /// The key of a subject, by its address, as in the facts of a subscription.
    init(subject: AnyObject) { self.init(id: UInt64(UInt(bitPattern: ObjectIdentifier(subject))), tag: 0) }
}

/// The running tracers.
enum RunningTracers {
    private static let running = LockedBox<[FlowTracer]>([])
    private static let count = Atomic<Int>(0)

    static var all: [FlowTracer] { count.load(ordering: .relaxed) == 0 ? [] : running.withLock { $0 } }

    static func add(_ tracer: FlowTracer) {
        change { running in if !running.contains(where: { $0 === tracer }) { running.append(tracer) } }
    }

    static func remove(_ tracer: FlowTracer) { change { $0.removeAll { $0 === tracer } } }

    private static func change(_ change: (inout [FlowTracer]) -> Void) {
        running.withLock { running in
            change(&running)
            count.store(running.count, ordering: .relaxed)
        }
    }
}
