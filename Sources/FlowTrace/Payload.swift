extension TraceEvent {
    /// The two payload words of a record and the tag that says how to read them.
    ///
    /// The high half of the tag is the type (0 none, 1 Int, 2 Double, 3 Bool, 4 inline UTF-8, 5 text by reference); the low
    /// half is the length of inline text.
    public struct Payload: Hashable, Sendable {
        /// The first payload word.
        public let a: UInt64
        /// The second payload word.
        public let b: UInt64
        /// Type in the high half, length of inline text in the low half.
        public let tag: UInt8

        /// No value.
        public static let none = Payload(a: 0, b: 0, tag: 0)

        /// A demand; its type is told by the record's kind.
        public static func demand(_ demand: Demand) -> Payload {
            Payload(a: demand.rawValue, b: 0, tag: 0)
        }

        /// A distance, for a ``SignalKind/causeLink``.
        static func distance(_ distance: UInt64) -> Payload {
            Payload(a: distance, b: 0, tag: 0)
        }

        /// An integer.
        public static func int(_ number: Int) -> Payload {
            Payload(a: UInt64(bitPattern: Int64(number)), b: 0, tag: 0x10)
        }

        /// A floating-point number.
        public static func double(_ number: Double) -> Payload {
            Payload(a: number.bitPattern, b: 0, tag: 0x20)
        }

        /// A truth value.
        public static func bool(_ truth: Bool) -> Payload {
            Payload(a: truth ? 1 : 0, b: 0, tag: 0x30)
        }

        /// Text of at most ``TraceEvent/inlineTextCapacity`` bytes, or `nil` where it is longer.
        public static func inlineText(_ bytes: some Collection<UInt8>) -> Payload? {
            let count = bytes.count
            guard count <= inlineTextCapacity else { return nil }
            var words: (UInt64, UInt64) = (0, 0)
            for (index, byte) in bytes.enumerated() {
                if index < 8 {
                    words.0 |= UInt64(byte) << (8 * index)
                } else {
                    words.1 |= UInt64(byte) << (8 * (index - 8))
                }
            }
            return Payload(a: words.0, b: words.1, tag: 0x40 | UInt8(count))
        }

        /// Text that stands elsewhere.
        ///
        /// - Parameters:
        ///   - offset: Where it stands, in bytes, in the chunk or log that holds the record.
        ///   - stored: How many bytes of it were kept.
        ///   - full: How many bytes it had, clamped to 32 bits.
        static func textReference(offset: Int, stored: Int, full: Int) -> Payload {
            Payload(a: UInt64(offset), b: UInt64(UInt32(clamping: stored)) | UInt64(UInt32(clamping: full)) << 32, tag: 0x50)
        }
    }

    /// The payload words and their tag.
    public var payload: Payload {
        Payload(a: a, b: b, tag: tag)
    }
}
