/// The names in a module's sources that decide how it is compiled.
struct StreamNames: Equatable {
    /// Whether it names a type of stream that FlowAsync replaces.
    private(set) var hasStreams = false
    /// Whether it names AsyncAlgorithms.
    private(set) var hasAlgorithms = false

    private static let streams = ["AsyncStream", "AsyncThrowingStream"].map { Array($0.utf8) }
    private static let algorithms = Array("AsyncAlgorithms".utf8)

    /// Reads the text of source files. Names in comments count too: an import that is not needed does no harm.
    ///
    /// - Complexity: O(bytes).
    init(in texts: some Sequence<[UInt8]>) {
        for text in texts {
            text.withUnsafeBufferPointer { take($0) }
            if hasStreams, hasAlgorithms { return }
        }
    }

    private mutating func take(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < text.count {
            guard StreamNames.isWord(text[start]) else {
                start += 1
                continue
            }
            var end = start + 1
            while end < text.count, StreamNames.isWord(text[end]) { end += 1 }
            // All names begin with "Async".
            if end - start >= 11, text[start] == UInt8(ascii: "A") { take(word: text[start..<end]) }
            start = end
        }
    }

    private mutating func take(word: Slice<UnsafeBufferPointer<UInt8>>) {
        if StreamNames.streams.contains(where: word.elementsEqual) { hasStreams = true }
        if word.elementsEqual(StreamNames.algorithms) { hasAlgorithms = true }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
