import FlowTrace

/// A process that is traced, as a list shows it.
struct TracedProcess {
    let number: Int32
    /// Its program, `?` if its trace cannot be read.
    let name: String
    /// How long it has been traced, in nanoseconds; `nil` if that is not known.
    private let age: UInt64?
    /// What it was started with, as far as the system tells.
    private let arguments: String

    init(_ number: Int32, in folder: RuntimeFolder) {
        let trace = try? TraceFile(folder.trace(of: number))
        let now = MonotonicClock.now
        self.number = number
        name = trace?.name ?? "?"
        age = trace.map { now > $0.startTime ? now - $0.startTime : 0 }
        let words = (try? InputFile.text("/proc/\(number)/cmdline", limit: 4_096))?.split(separator: "\0").dropFirst() ?? []
        arguments = VisibleText.line(words.joined(separator: " "), limit: 200)
    }

    /// A line for each, under a line of titles.
    static func table(of processes: [TracedProcess]) -> [String] {
        TextTable.lines([["PID", "program", "traced for", "arguments"]] + processes.map(\.cells), .left)
    }

    private var cells: [String] {
        ["\(number)", VisibleText.line(name, limit: 200), age.map(TracedProcess.text) ?? "?", arguments]
    }

    /// The two largest units of an age, as `2 d 5 h`.
    static func text(ofAge nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
        return parts[first...].prefix(2).map { "\($0) \($1)" }.joined(separator: " ")
    }
}
