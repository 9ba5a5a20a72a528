import FlowCombine
import FlowTrace
internal import Synchronization

extension HookKey {
    /// The key of a subscriber.
    ///
    /// The tag covers the stored bytes too: some operators subscribe several values that share an identifier and differ only in
    /// their bytes.
    init<Downstream: Subscriber>(_ subscriber: Downstream) {
        self.init(
            id: HookKey.number(of: subscriber.combineIdentifier),
            tag: HookKey.tag(of: Downstream.self) ^ HookKey.hash(ofBytesOf: subscriber))
    }

    init(_ subscription: any Subscription) {
        self.init(id: HookKey.number(of: subscription.combineIdentifier), tag: HookKey.tag(of: type(of: subscription)))
    }

    /// Whether an identifier is the generated number of a value, not the address of an object. Numbers are generated in ascending
    /// order; addresses are higher.
    static func isGeneratedNumber(_ id: UInt64) -> Bool { id < number(of: CombineIdentifier()) }

    /// The identifier's number, which OpenCombine and Combine store privately. If their layout changes, equal identifiers still
    /// have equal numbers.
    static func number<Identifier: Hashable>(of identifier: Identifier) -> UInt64 {
        guard MemoryLayout<Identifier>.size == MemoryLayout<UInt64>.size else {
            return UInt64(bitPattern: Int64(identifier.hashValue))
        }
        return unsafeBitCast(identifier, to: UInt64.self)
    }

    /// A hash of the words in a small value of the stream library; 0 for any other value. A single word adds nothing to the
    /// identifier. Larger values hold OpenCombine's `SubscriberTap`. A program's values may have padding, in which copies may
    /// differ.
    private static func hash<Value>(ofBytesOf value: Value) -> UInt32 {
        guard 9...16 ~= MemoryLayout<Value>.size, LibraryTypes.contain(Value.self) else { return 0 }
        return withUnsafeBytes(of: value) { bytes in
            var hash: UInt64 = 0
            for word in 0..<bytes.count / 8 {
                hash = (hash ^ bytes.load(fromByteOffset: word * 8, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 29
            }
            return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
        }
    }
}

/// Caches whether types belong to the stream library: finding a type's name costs more than recording a signal.
private enum LibraryTypes {
    private static let count = 64
    /// Proof: allocated once, never freed, and each element is atomic. An element holds a type's number, and whether the type is
    /// the library's.
    nonisolated(unsafe) private static let known = {
        let all = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
        for index in 0..<count { (all + index).initialize(to: Atomic(0)) }
        return all
    }()
    private static let module = String(_typeName(CombineIdentifier.self).prefix { $0 != "." }) + "."

    static func contain(_ type: Any.Type) -> Bool {
        let number = UInt64(HookKey.tag(of: type)) << 1
        let place = known + Int(number >> 1) % count
        let answer = place.pointee.load(ordering: .relaxed)
        if answer & ~1 == number { return answer & 1 == 1 }
        let isOwn = _typeName(type).hasPrefix(module)
        place.pointee.store(number | (isOwn ? 1 : 0), ordering: .relaxed)
        return isOwn
    }
}
