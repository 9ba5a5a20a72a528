/// A key under which each thread keeps a separate pointer, `nil` at first.
package struct ThreadKey: Sendable {
    #if canImport(Glibc) || canImport(Musl)
        package typealias Pointer = UnsafeMutableRawPointer?
    #else
        package typealias Pointer = UnsafeMutableRawPointer
    #endif

    @usableFromInline package let key: pthread_key_t

    /// Creates a key, which lasts until the process exits.
    ///
    /// - Parameter retire: Called with a thread's pointer, which is not `nil`, when the thread ends.
    package init(retire: (@convention(c) (Pointer) -> Void)? = nil) {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, retire)
        precondition(status == 0, "pthread_key_create failed with \(status)")
        self.key = key
    }

    /// The pointer of the thread that asks.
    @inlinable package var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }

    /// The object that the thread's pointer is of. The code that set it keeps it alive.
    @inlinable package func object<Object: AnyObject>(as type: Object.Type = Object.self) -> Object? {
        pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Has the thread's pointer be of `object` while `body` runs.
    package func with<Result>(_ object: AnyObject, _ body: () throws -> Result) rethrows -> Result {
        let outer = pointer
        pointer = Unmanaged.passUnretained(object).toOpaque()
        defer { pointer = outer }
        return try body()
    }
}
