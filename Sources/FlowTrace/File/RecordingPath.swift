import LibC

/// The trace paths of the processes of one run: each process has a separate file.
///
/// `%p` in the path stands for the process id. Without it, the first process that records gets the path itself; every other
/// inserts its id before the extension: `log-4711.fvz` beside `log.fvz`.
package struct RecordingPath: Sendable {
    private static let mark = "%p"

    /// The given path.
    package let pattern: String
    /// The start of the run, in nanoseconds since 1970; `nil` if unknown. Older recordings may be replaced.
    private let start: UInt64?

    package init(_ pattern: String, since start: UInt64? = nil) {
        self.pattern = pattern
        self.start = start
    }

    /// Whether the path of every process has its id.
    package var isNumbered: Bool { parts != nil }

    /// The path for a process.
    ///
    /// - Complexity: O(chunks of the existing trace).
    package func path(for process: Int32) -> String {
        if let parts { return parts.joined(separator: "\(process)") }
        guard let trace = try? TraceFile(pattern), stays(trace) else { return pattern }
        return aside.joined(separator: "\(process)")
    }

    /// The traces of the run, by process id; the one without an id is the first.
    ///
    /// - Complexity: O(files in the folder).
    package func traces() -> [TraceFile] {
        let sides = parts ?? aside
        let folder = pattern.lastIndex(of: "/").map { String(pattern[...$0]) } ?? ""
        let numbers = FolderContents.names(folder.isEmpty ? "." : folder).compactMap { number(in: folder + $0, between: sides) }
        let paths = (isNumbered ? [] : [pattern]) + numbers.sorted().map { sides.joined(separator: "\($0)") }
        return paths.compactMap { try? TraceFile($0) }.filter { $0.wallClock >= start ?? 0 }
    }

    // MARK: Parts

    /// The parts before and after the process id; `nil` if the path has no `%p`.
    private var parts: [String]? {
        guard let range = pattern.firstRange(of: RecordingPath.mark) else { return nil }
        return [String(pattern[..<range.lowerBound]), String(pattern[range.upperBound...])]
    }

    private var aside: [String] {
        let name = pattern[(pattern.lastIndex(of: "/").map(pattern.index(after:)) ?? pattern.startIndex)...]
        guard let period = name.lastIndex(of: "."), period > name.startIndex else { return ["\(pattern)-", ""] }
        return ["\(pattern[..<period])-", String(pattern[period...])]
    }

    private func number(in path: String, between sides: [String]) -> Int32? {
        guard path.hasPrefix(sides[0]), path.hasSuffix(sides[1]), path.count > sides[0].count + sides[1].count else { return nil }
        return Int32(path.dropFirst(sides[0].count).dropLast(sides[1].count))
    }

    /// Whether a trace must not be replaced: another process of this run writes it, or wrote events to it.
    private func stays(_ trace: TraceFile) -> Bool {
        if let start, trace.wallClock < start { return false }
        return !trace.descriptor.isLeft || trace.hasEvents
    }
}
