import FlowTrace
internal import Synchronization

/// A subject that reports every value that is sent through it, with ``SubjectSends``.
///
/// OpenCombine's hook sees what a subject delivers, and not what it is given: of a value that nobody had asked for, it tells nothing.
package protocol SendReporting: AnyObject {}

/// Reports what is sent through subjects to the tracers that run.
package enum SubjectSends {
    /// Runs `send`, which sends `value` through `subject`, and lets the tracers that watch it record both ends of that.
    ///
    /// Without a tracer it costs a look at a counter. May be called from any thread, and within itself.
    package static func record<Value>(_ value: Value, through subject: some SendReporting, _ send: () -> Void) {
        let tracers = RunningTracers.all
        guard !tracers.isEmpty else { return send() }
        let key = HookKey(subject: subject)
        let sent = tracers.compactMap { tracer in tracer.willSend(value, through: key).map { (tracer, $0) } }
        send()
        for (tracer, text) in sent.reversed() { tracer.didSend(text, through: key) }
    }
}

/// What a tracer records of a value that is sent; nothing but that it was if it may not be described.
struct SentText {
    let value: TraceValue?
}

extension HookKey {
    /// The key of a subject, by its address, as the facts of a subscription have it.
    init(subject: AnyObject) { self.init(id: UInt64(UInt(bitPattern: ObjectIdentifier(subject))), tag: 0) }
}

/// The tracers that run.
enum RunningTracers {
    private static let running = Guarded<[FlowTracer]>([])
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
