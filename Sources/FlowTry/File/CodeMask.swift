/// Blanks the comments and strings in Swift code.
struct CodeMask {
    private let bytes: [UInt8]
    private var masked: [UInt8]
    private var index = 0

    private static let (quote, hash, slash, star) = (UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "*"))
    private static let (backslash, newline, space) = (UInt8(ascii: "\\"), UInt8(ascii: "\n"), UInt8(ascii: " "))

    /// `text` with every byte of a comment replaced by a space, and every byte of a string by a quotation mark. Lines and byte
    /// offsets stay the same.
    static func masked(_ text: String) -> String {
        var mask = CodeMask(Array(text.utf8))
        mask.readCode(untilParenthesis: false)
        return String(decoding: mask.masked, as: UTF8.self)
    }

    private init(_ bytes: [UInt8]) { (self.bytes, masked) = (bytes, bytes) }

    private func has(_ text: [UInt8], at index: Int) -> Bool { bytes[index...].starts(with: text) }

    /// Replaces `count` bytes by `byte` and moves past them.
    private mutating func skip(_ count: Int, as byte: UInt8) {
        for place in index..<min(index + count, bytes.count) where bytes[place] != CodeMask.newline { masked[place] = byte }
        index = min(index + count, bytes.count)
    }

    /// Reads code up to its end, or up to the parenthesis that closes an interpolation.
    private mutating func readCode(untilParenthesis isInside: Bool) {
        var depth = 1
        while index < bytes.count {
            if has([CodeMask.slash, CodeMask.slash], at: index) {
                while index < bytes.count, bytes[index] != CodeMask.newline { skip(1, as: CodeMask.space) }
            } else if has([CodeMask.slash, CodeMask.star], at: index) {
                skipComment()
            } else if let hashes = hashesOfString {
                readString(hashes)
            } else {
                if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
                let isEnd = isInside && depth == 0
                if isInside { skip(1, as: CodeMask.quote) } else { index += 1 }
                if isEnd { return }
            }
        }
    }

    /// Skips a block comment; block comments nest.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if has([CodeMask.slash, CodeMask.star], at: index) {
                depth += 1
                skip(2, as: CodeMask.space)
            } else if has([CodeMask.star, CodeMask.slash], at: index) {
                depth -= 1
                skip(2, as: CodeMask.space)
            } else {
                skip(1, as: CodeMask.space)
            }
        } while depth > 0 && index < bytes.count
    }

    /// The number of hash signs before a string that begins here, `nil` if none does.
    private var hashesOfString: Int? {
        let hashes = bytes[index...].prefix { $0 == CodeMask.hash }.count
        return index + hashes < bytes.count && bytes[index + hashes] == CodeMask.quote ? hashes : nil
    }

    private mutating func readString(_ hashes: Int) {
        let raw = [UInt8](repeating: CodeMask.hash, count: hashes)
        skip(hashes, as: CodeMask.quote)
        let isLong = has([CodeMask.quote, CodeMask.quote, CodeMask.quote], at: index)
        let marks = [UInt8](repeating: CodeMask.quote, count: isLong ? 3 : 1)
        skip(marks.count, as: CodeMask.quote)
        let escape = [CodeMask.backslash] + raw
        while index < bytes.count {
            if has(marks + raw, at: index) { return skip(marks.count + hashes, as: CodeMask.quote) }
            if has(escape + [UInt8(ascii: "(")], at: index) {
                skip(escape.count + 1, as: CodeMask.quote)
                readCode(untilParenthesis: true)
            } else if has(escape, at: index) {
                skip(escape.count + 1, as: CodeMask.quote)
            } else if !isLong, bytes[index] == CodeMask.newline {
                return
            } else {
                skip(1, as: CodeMask.quote)
            }
        }
    }
}
