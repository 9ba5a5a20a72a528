import FlowSystem
import FlowTrace

/// What a program prints, read as fast as it prints it.
package final class ProgramOutput: Sendable {
    private let tail = LockedBox(OutputTail())

    /// Reads from a pipe, on a thread of its own, until nobody writes into it any more.
    package init(of pipe: OutputPipe) {
        DetachedThread.run { [self] in
            while true {
                guard let bytes = pipe.read() else {
                    pipe.wait(milliseconds: -1)
                    continue
                }
                guard !bytes.isEmpty else { break }
                tail.withLock { $0.append(bytes) }
            }
        }
    }

    /// The newest part of it.
    package var newest: OutputTail { tail.withLock { $0 } }
}

/// The newest part of what a program has printed; the rest is only counted.
package struct OutputTail {
    private var bytes: [UInt8] = []
    private var ends = 0
    /// Whether something before it was let go of.
    private var isCut = false

    /// How many bytes are kept at least, and up to twice as many.
    static let kept = 1 << 16
    /// The most bytes of a line that are shown.
    private static let longestLine = 2_000
    private static let newline = UInt8(ascii: "\n")

    mutating func append(_ new: [UInt8]) {
        ends += new.count { $0 == OutputTail.newline }
        bytes += new
        guard bytes.count > 2 * OutputTail.kept else { return }
        bytes.removeFirst(bytes.count - OutputTail.kept)
        isCut = true
    }

    var byteCount: Int { bytes.count }

    /// How many lines were printed, with one that has no end yet.
    package var lineCount: Int { ends + (bytes.isEmpty || bytes.last == OutputTail.newline ? 0 : 1) }

    /// The last lines, at most so many.
    package func lines(_ count: Int) -> [String] {
        var lines = bytes.split(separator: OutputTail.newline, omittingEmptySubsequences: false)
        // What is behind the last end of a line, and what is left of a line whose beginning was let go of.
        if lines.last?.isEmpty == true { lines.removeLast() }
        if isCut, lines.count > 1 { lines.removeFirst() }
        return lines.suffix(count).map { String(decoding: $0.prefix(OutputTail.longestLine), as: UTF8.self) }
    }
}
