#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Which tracers' scopes this thread is inside of.
final class TracerScope {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }()

    private let tracer: ObjectIdentifier
    private let outer: TracerScope?

    private init(_ tracer: ObjectIdentifier, outer: TracerScope?) {
        self.tracer = tracer
        self.outer = outer
    }

    private static var current: TracerScope? {
        pthread_getspecific(key).map { Unmanaged<TracerScope>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether this thread is inside a scope of a tracer.
    static func isInside(_ tracer: AnyObject) -> Bool {
        var scope = current
        while let inner = scope {
            if inner.tracer == ObjectIdentifier(tracer) { return true }
            scope = inner.outer
        }
        return false
    }

    /// Runs `body` inside a scope of a tracer.
    static func run<Result>(_ tracer: AnyObject, _ body: () throws -> Result) rethrows -> Result {
        let outer = current
        let scope = TracerScope(ObjectIdentifier(tracer), outer: outer)
        pthread_setspecific(key, Unmanaged.passUnretained(scope).toOpaque())
        defer {
            pthread_setspecific(key, outer.map { Unmanaged.passUnretained($0).toOpaque() })
            withExtendedLifetime(scope) {}
        }
        return try body()
    }
}
