import FlowSystem
import FlowTrace

/// Reads a program's output as fast as the program prints it.
package final class ProgramOutput: Sendable {
    private let tail = LockedBox(OutputTail())

    /// Reads a pipe on a separate thread until all its writers have closed it.
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

    /// The newest part of the output.
    package var newest: OutputTail { tail.withLock { $0 } }
}

/// The newest part of a program's output. Older lines are only counted.
package struct OutputTail {
    private var bytes: [UInt8] = []
    private var ends = 0
    /// Whether older output was dropped.
    private var isCut = false

    /// The minimum number of bytes to keep; the maximum is twice as many.
    static let kept = 1 << 16
    /// The maximum number of bytes to show of a line.
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

    /// The number of lines printed so far, including an incomplete one.
    package var lineCount: Int { ends + (bytes.isEmpty || bytes.last == OutputTail.newline ? 0 : 1) }

    /// The last `count` lines, or fewer.
    package func lines(_ count: Int) -> [String] {
        var lines = bytes.split(separator: OutputTail.newline, omittingEmptySubsequences: false)
        // Removes the empty text after the last line break, and a line whose beginning was dropped.
        if lines.last?.isEmpty == true { lines.removeLast() }
        if isCut, lines.count > 1 { lines.removeFirst() }
        return lines.suffix(count).map { String(decoding: $0.prefix(OutputTail.longestLine), as: UTF8.self) }
    }
}
