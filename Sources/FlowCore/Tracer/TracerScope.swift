#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Whether this thread is inside a traced scope.
enum TracerScope {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }()

    private static var depth: Int {
        get { Int(bitPattern: pthread_getspecific(key)) }
        set { pthread_setspecific(key, UnsafeMutableRawPointer(bitPattern: newValue)) }
    }

    static var isEntered: Bool {
        depth > 0
    }

    static func enter() {
        depth += 1
    }

    static func leave() {
        depth -= 1
    }
}
