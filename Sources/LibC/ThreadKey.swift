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

    /// The pointer of the current thread.
    @inlinable package var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }

    /// The object to which the thread's pointer refers. The code that set the pointer keeps the object alive.
    @inlinable package func object<Object: AnyObject>(as type: Object.Type = Object.self) -> Object? {
        pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes the thread's pointer refer to `object` while `body` runs.
    package func with<Result>(_ object: AnyObject, _ body: () throws -> Result) rethrows -> Result {
        let outer = pointer
        pointer = Unmanaged.passUnretained(object).toOpaque()
        defer { pointer = outer }
        return try body()
    }
}
