import FlowTrace
import LibC
import Synchronization

/// An operator that pulls its inputs from tasks of its own, such as `merge`: those cannot be found by who calls whom.
///
/// Unstructured tasks inherit it from the first `next` of the operator, which starts them.
final class Puller: Sendable {
    @TaskLocal static var current: Puller?

    private let id: UInt64
    private let tag: UInt32
    /// How many inputs are to be made: what else its tasks iterate, in closures of the program, is no input of it.
    private let inputs: Atomic<Int>

    init(id: UInt64, tag: UInt32, inputs: Int) {
        self.id = id
        self.tag = tag
        self.inputs = Atomic(inputs)
    }

    private func takeInput() -> Bool {
        var left = inputs.load(ordering: .relaxed)
        while left > 0 {
            let (isTaken, now) = inputs.weakCompareExchange(expected: left, desired: left - 1, ordering: .relaxed)
            if isTaken { return true }
            left = now
        }
        return false
    }

    /// Who pulls from the iterator that is being made: the type, and by which hint it is found.
    static func subscriber(in target: TraceTarget) -> (type: UInt32, hint: (hint: HookHint, id: UInt64)?) {
        if let outer = IteratorMaking.outer { return (outer, nil) }
        if let puller = current, puller.takeInput() { return (puller.tag, (.owner, puller.id)) }
        return (target.tag(of: ForAwait.self), nil)
    }
}

/// The type that a trace names where a sequence is consumed by a loop of the program.
enum ForAwait {}

/// Which stage's iterator is being made on this thread: `makeAsyncIterator` of an operator calls that of its base.
enum IteratorMaking {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }()

    /// Tells a tag of 0 from none.
    private static let mark: UInt = 1 << 32

    /// The tag of the stage's type, `nil` if none is being made.
    static var outer: UInt32? {
        pthread_getspecific(key).map { UInt32(truncatingIfNeeded: UInt(bitPattern: $0)) }
    }

    /// Runs `make` as the making of a stage's iterator.
    static func within<Result>(_ tag: UInt32, _ make: () -> Result) -> Result {
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: mark | UInt(tag)))
        defer { pthread_setspecific(key, outer) }
        return make()
    }
}
