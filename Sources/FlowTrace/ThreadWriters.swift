#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The writers of one thread, found through a thread-specific key.
///
/// The one used last is kept at hand, since a thread nearly always records for one recorder.
final class ThreadWriters {
    @exclusivity(unchecked) private var lastRecorder: UInt64 = 0
    @exclusivity(unchecked) private var last: Unmanaged<ThreadWriter>?
    private var all: [UInt64: ThreadWriter] = [:]
    /// With so many writers, those of dead recorders are looked for.
    private var limit = 0

    /// The thread-specific key; its destructor retires the thread's writers when the thread ends.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { pointer in
            #if canImport(Glibc)
                guard let pointer else { return }
            #endif
            let writers = Unmanaged<ThreadWriters>.fromOpaque(pointer).takeRetainedValue()
            writers.retire()
        }
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }()

    /// This thread's writer for a recorder, made by `register` the first time.
    ///
    /// Unmanaged, because keeping count would cost as much as recording: the thread's table holds on to it for as long as the
    /// recorder lives, and only this thread changes the table.
    static func writer(for recorder: UInt64, register: () -> ThreadWriter) -> Unmanaged<ThreadWriter> {
        current()._withUnsafeGuaranteedRef { writers in
            if writers.lastRecorder == recorder, let last = writers.last { return last }
            return writers.find(recorder, register)
        }
    }

    private func find(_ recorder: UInt64, _ register: () -> ThreadWriter) -> Unmanaged<ThreadWriter> {
        let writer: ThreadWriter
        if let known = all[recorder] {
            writer = known
        } else {
            if all.count >= limit { forgetAbandoned() }
            writer = register()
            all[recorder] = writer
        }
        lastRecorder = recorder
        last = .passUnretained(writer)
        return .passUnretained(writer)
    }

    /// Lets those go whose recorder is gone; where many live, as seldom as their number has doubled.
    private func forgetAbandoned() {
        all = all.filter { !$0.value.isAbandoned.load(ordering: .acquiring) }
        limit = all.count < 64 ? 0 : all.count * 2
    }

    private static func current() -> Unmanaged<ThreadWriters> {
        if let pointer = pthread_getspecific(key) { return .fromOpaque(pointer) }
        let fresh = Unmanaged.passRetained(ThreadWriters())
        pthread_setspecific(key, fresh.toOpaque())
        return fresh
    }

    private func retire() {
        for writer in all.values { writer.retire() }
    }
}
