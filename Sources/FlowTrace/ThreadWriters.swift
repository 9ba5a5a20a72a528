#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The writers of one thread, found through a thread-specific key.
///
/// The one used last is kept at hand, since a thread nearly always records for one recorder.
final class ThreadWriters {
    @exclusivity(unchecked) private var last: ThreadWriter?
    private var others: [UInt64: ThreadWriter] = [:]

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
    static func writer(for recorder: UInt64, register: () -> ThreadWriter) -> ThreadWriter {
        if let pointer = pthread_getspecific(key) {
            let known = Unmanaged<ThreadWriters>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.last }
            if let known, known.recorder == recorder { return known }
        }
        let writers = current()
        if let known = writers.others[recorder] {
            writers.last = known
            return known
        }
        let fresh = register()
        writers.others[recorder] = fresh
        writers.last = fresh
        return fresh
    }

    /// Forgets this thread's writer for a recorder that is going away.
    static func forget(_ recorder: UInt64) {
        guard let pointer = pthread_getspecific(key) else { return }
        let writers = Unmanaged<ThreadWriters>.fromOpaque(pointer).takeUnretainedValue()
        writers.others[recorder] = nil
        if writers.last?.recorder == recorder { writers.last = nil }
    }

    private static func current() -> ThreadWriters {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<ThreadWriters>.fromOpaque(pointer).takeUnretainedValue()
        }
        let fresh = ThreadWriters()
        pthread_setspecific(key, Unmanaged.passRetained(fresh).toOpaque())
        return fresh
    }

    private func retire() {
        for writer in others.values { writer.isRetired.store(true, ordering: .releasing) }
    }
}
