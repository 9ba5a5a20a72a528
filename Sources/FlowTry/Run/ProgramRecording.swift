import FlowSystem
import FlowTrace
import LibC
import FlowVerdict

/// The settings under which a program will be recorded.
package struct ProgramRecording {
    /// The trace files of the program's processes.
    package let path: RecordingPath
    /// Variables to add to the program's environment.
    package let variables: [String: String]
    /// The path as the user gave it.
    private let output: String

    /// - Parameters:
    ///   - output: The file to write; an existing file is replaced.
    ///   - size: The size of the file in bytes, `nil` for the default.
    ///   - ring: Whether new records overwrite the oldest when the file is full.
    ///   - all: Whether to describe all values, not only numbers and text.
    ///   - controlled: Whether this process may hold the program's stages.
    /// - Throws: ``Failure`` if there is not enough space: the program would run untraced.
    package init(
        into output: String, size: Int? = nil, isRing ring: Bool = false, describesAll all: Bool = false,
        isControlled controlled: Bool = false
    ) throws {
        self.output = output
        let start = ProgramRecording.wallClock
        path = RecordingPath(try ProgramRecording.absolute(output), since: start)
        let options = [
            "since=\(start)", size.map { "size=\($0)" }, ring ? "ring" : nil, all ? "values=all" : nil,
            controlled ? "socket" : nil,
        ]
        // Everything after `path=` is the path, including commas.
        let setting = (["file"] + options.compactMap(\.self) + ["path=\(path.pattern)"]).joined(separator: ",")
        variables = ["FLOWVIZ": setting]
        let (room, pattern) = (TraceFileOptions(size: size ?? TraceFileOptions.defaultSize), path.pattern)
        try Failure.checked { () throws(TraceFileError) in try room.check(pattern) }
    }

    /// Prints a summary of an exited process's recording. The file must not be from an earlier run.
    package func report(_ file: TraceFile) throws {
        let count = ProgramRecording.eventCount(of: file)
        try Failure.checked { () throws(TraceFileError) in try file.trim(ifLeft: true) }
        let lost = file.hasWrapped ? "the last " : ""
        let name = relative(file.path)
        StandardError.line(
            "flowviz: \(lost)\(count) events, \(file.missed) missed, in '\(name)'; 'flowviz replay \(name)' shows them"
        )
        if let note = ForkNote(of: file) { StandardError.line("flowviz: \(note.line)") }
    }

    /// The number of events that an export of the file has. It can differ from the number of records.
    package static func eventCount(of file: TraceFile) -> Int {
        var (trace, isWhole) = (SteppedTrace(file, derivesEvents: true), false)
        while !isWhole { isWhole = trace.step(limit: 32_768).isLast }
        return trace.log.count
    }

    /// The path of a trace, relative to the same folder as the path given by the user.
    private func relative(_ path: String) -> String {
        let folder = output.lastIndex(of: "/").map { output[...$0] } ?? ""
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        return String(folder + name)
    }

    /// The absolute path, since the program may change its working folder before it writes.
    private static func absolute(_ path: String) throws -> String {
        guard path.utf8.first != UInt8(ascii: "/"), let bytes = getcwd(nil, 0) else { return path }
        defer { free(bytes) }
        guard let folder = String(validatingCString: bytes) else {
            throw Failure("cannot record into '\(path)': the path of this folder is not UTF-8; give the absolute path of a file")
        }
        return "\(folder)/\(path)"
    }

    private static var wallClock: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
