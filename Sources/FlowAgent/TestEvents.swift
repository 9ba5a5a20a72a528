import FlowTrace
import LibC

/// The file of events that Swift Testing writes: a JSON object on each line.
struct TestEvents {
    /// The end of a test.
    struct End: Equatable {
        let test: String
        let outcome: TestOutcome
    }

    private let path: String
    /// The number of bytes read.
    private var position = 0
    /// The incomplete last line.
    private var rest: [UInt8] = []

    /// The most bytes of a line that are kept. The ends of tests have shorter lines.
    private static let longestLine = 1 << 16
    private static let step = 1 << 16

    init(of path: String) { self.path = path }

    /// The ends of tests that the file has since the last call.
    mutating func next() -> [End] {
        guard let file = try? FileDescriptor(reading: path) else { return [] }
        defer { withExtendedLifetime(file) {} }
        var (ends, bytes) = ([End](), [UInt8](repeating: 0, count: TestEvents.step))
        while true {
            let count = pread(file.number, &bytes, bytes.count, off_t(position))
            guard count > 0 else { return ends }
            position += count
            read(bytes[..<count], &ends)
        }
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>, _ ends: inout [End]) {
        var left = bytes
        while let end = left.firstIndex(of: UInt8(ascii: "\n")) {
            rest += left[..<end].prefix(TestEvents.longestLine - min(rest.count, TestEvents.longestLine))
            if let found = TestEvents.end(in: String(decoding: rest, as: UTF8.self)) { ends.append(found) }
            rest.removeAll(keepingCapacity: true)
            left = left[left.index(after: end)...]
        }
        rest += left.prefix(TestEvents.longestLine - min(rest.count, TestEvents.longestLine))
    }

    /// The end of a test that a line tells; `nil` if it tells something else.
    ///
    /// In a JSON string, quotation marks have a backslash before them, so that a test's text cannot look like a key.
    static func end(in line: String) -> End? {
        let isSkipped = line.contains(#""kind":"testSkipped""#)
        guard isSkipped || line.contains(#""kind":"testEnded""#), let test = string(after: #""testID":""#, in: line) else {
            return nil
        }
        let outcome: TestOutcome = isSkipped ? .skipped : line.contains(#""symbol":"fail""#) ? .failed : .passed
        return End(test: test, outcome: outcome)
    }

    /// The text of a JSON string up to its closing quotation mark, without escapes.
    private static func string(after key: String, in line: String) -> String? {
        guard let start = line.firstRange(of: key)?.upperBound else { return nil }
        var (text, rest) = ("", line[start...])
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            case "b": text.append("\u{8}")
            case "f": text.append("\u{C}")
            case "u":
                // Only control characters are written so.
                guard let code = UInt8(rest.prefix(4), radix: 16) else { return nil }
                text.unicodeScalars.append(Unicode.Scalar(code))
                rest.removeFirst(4)
            default: text.append(escaped)
            }
        }
        return nil
    }
}
