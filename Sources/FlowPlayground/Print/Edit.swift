/// A change of a text: what stands in its span is replaced.
struct Edit {
    let span: Span
    let text: String

    /// Puts a text before an offset.
    static func insert(_ text: String, at offset: Int) -> Edit {
        Edit(span: Span(offset, offset), text: text)
    }

    /// The source with all edits made; of several at one place the first comes first.
    static func apply(_ edits: [Edit], to source: SourceText, in range: Span) -> String {
        let sorted = edits.enumerated().sorted {
            ($0.element.span.start, $0.element.span.end, $0.offset) < ($1.element.span.start, $1.element.span.end, $1.offset)
        }
        var bytes: [UInt8] = []
        var place = range.start
        for (_, edit) in sorted where edit.span.start >= place {
            bytes += source.bytes[place..<edit.span.start]
            bytes += Array(edit.text.utf8)
            place = edit.span.end
        }
        bytes += source.bytes[place..<range.end]
        return String(decoding: bytes, as: UTF8.self)
    }
}
