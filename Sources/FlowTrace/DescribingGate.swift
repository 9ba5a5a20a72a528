import LibC

/// Lets each thread describe one value at a time.
///
/// A description may send through a traced pipeline, whose values would be described in turn, without end.
package enum DescribingGate {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }()

    /// What `describe` returns; `nil` if this thread is describing a value already.
    package static func pass<Result>(_ describe: () -> Result) -> Result? {
        guard pthread_getspecific(key) == nil else { return nil }
        // Any address but nil marks the thread as describing.
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, nil) }
        return describe()
    }
}
