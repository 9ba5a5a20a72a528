import FlowTrace

/// Writes the fields of a protocol buffer message: varints, texts and messages, all that a trace needs.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    /// A number.
    mutating func field(_ number: Int, _ value: UInt64) {
        varint(UInt64(number) << 3)
        varint(value)
    }

    /// A text, made visible: the form has no escapes, and viewers show what they are given.
    mutating func field(_ number: Int, _ text: String) {
        delimited(number, Array(VisibleText.line(text).utf8))
    }

    /// A message inside this one.
    mutating func field(_ number: Int, _ message: ProtobufWriter) {
        delimited(number, message.bytes)
    }

    private mutating func delimited(_ number: Int, _ content: [UInt8]) {
        varint(UInt64(number) << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
