#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The writers of one thread, found through a thread-specific key.
///
/// The one used last is kept at hand, since a thread nearly always records for one recorder.
final class ThreadWriters {
    private var last: ThreadWriter?
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
        let writers = current()
        if let last = writers.last, last.recorder == recorder { return last }
        if let known = writers.others[recorder] {
            writers.last = known
            return known
        }
        // Rare enough to look through them all: so those whose recorder is gone are let go.
        writers.others = writers.others.filter { !$0.value.isAbandoned.load(ordering: .acquiring) }
        let fresh = register()
        writers.others[recorder] = fresh
        writers.last = fresh
        return fresh
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
        for writer in others.values { writer.retire() }
    }
}
