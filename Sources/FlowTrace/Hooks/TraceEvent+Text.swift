extension TraceEvent {
    /// A hook record that has what fits it of a text that stood elsewhere, and an ellipsis where it was more.
    func withTextInside(_ text: UnsafeRawBufferPointer?) -> TraceEvent {
        guard let text else { return self }
        var count = min(text.count, HookValue.inlineTextCapacity - 3)
        while count > 0, count < text.count, text[count] & 0b1100_0000 == 0b1000_0000 { count -= 1 }
        let kept = text.prefix(count) + (count < text.count ? Array("…".utf8) : [])
        var record = self
        record.b = kept.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        record.meta = meta & ~0xFF_0000 | UInt64(0x40 | kept.count) << 16
        return record
    }
}
