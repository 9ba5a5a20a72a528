import FlowTrace
import FlowCombine

extension HookKey {
    /// The key of a subscriber.
    ///
    /// The tag covers the stored bytes too: some operators subscribe several values with one identifier, which differ in
    /// nothing else.
    init<Downstream: Subscriber>(_ subscriber: Downstream) {
        self.init(
            id: HookKey.number(of: subscriber.combineIdentifier),
            tag: HookKey.tag(of: Downstream.self) ^ HookKey.hash(ofBytesOf: subscriber))
    }

    init(_ subscription: any Subscription) {
        self.init(id: HookKey.number(of: subscription.combineIdentifier), tag: HookKey.tag(of: type(of: subscription)))
    }

    /// Whether an identifier is a number that was drawn for a value. They are drawn in order; any other is the address of an object.
    static func isDrawn(_ id: UInt64) -> Bool { id < number(of: CombineIdentifier()) }

    /// The identifier's number, which OpenCombine and Combine store and do not show.
    private static func number(of identifier: CombineIdentifier) -> UInt64 { unsafeBitCast(identifier, to: UInt64.self) }

    /// A hash of the words that a small value stores. One word adds nothing to the identifier; larger values hold taps, whose
    /// padding is never written.
    private static func hash<Value>(ofBytesOf value: Value) -> UInt32 {
        guard 9...16 ~= MemoryLayout<Value>.size else { return 0 }
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
