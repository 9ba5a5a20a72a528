/// A value in one word beside an identifier: the form a ``HookKind/willValue`` has room for.
///
/// The high half of the tag is the type as in ``TraceEvent/Payload``; inline text has at most eight bytes. Text by reference packs
/// its offset in the chunk, the bytes kept and the bytes it had: 16, 16 and 32 bits.
enum HookValue {
    /// The longest text that fits the word.
    static let inlineTextCapacity = 8

    /// Text of at most ``inlineTextCapacity`` bytes as a word.
    static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A reference as a word.
    static func reference(offset: Int, stored: Int, full: Int) -> UInt64 {
        UInt64(UInt16(truncatingIfNeeded: offset)) | UInt64(UInt16(clamping: stored)) << 16
            | UInt64(UInt32(clamping: full)) << 32
    }

    /// The payload of an ordinary record for the value of a hook record; text by reference has its bytes elsewhere.
    static func payload(tag: UInt8, word: UInt64) -> TraceEvent.Payload {
        tag >> 4 == 5
            ? .textReference(
                offset: Int(UInt16(truncatingIfNeeded: word)), stored: Int(UInt16(truncatingIfNeeded: word >> 16)),
                full: Int(word >> 32))
            : TraceEvent.Payload(a: word, b: 0, tag: tag)
    }
}
