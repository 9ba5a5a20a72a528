import FlowSystem
import FlowTrace
import LibC
import FlowVerdict

/// The recording of a program that is about to be started.
package struct ProgramRecording {
    /// What its processes write into.
    package let path: RecordingPath
    /// What the environment of the program needs.
    package let variables: [String: String]
    /// As it was given.
    private let output: String

    /// - Parameters:
    ///   - output: The file to write; one that is there is replaced.
    ///   - size: Its bytes, `nil` for as many as are usual.
    ///   - ring: Whether the newest records replace the oldest when it is full.
    ///   - all: Whether other values than numbers and text are described.
    /// - Throws: ``Failure`` if there is no room: the program would run on untraced.
    package init(into output: String, size: Int? = nil, isRing ring: Bool = false, describesAll all: Bool = false) throws {
        self.output = output
        let start = ProgramRecording.wallClock
        path = RecordingPath(try ProgramRecording.absolute(output), since: start)
        let options = ["since=\(start)", size.map { "size=\($0)" }, ring ? "ring" : nil, all ? "values=all" : nil]
        // All that follows `path=` is the path, commas too.
        let setting = (["file"] + options.compactMap(\.self) + ["path=\(path.pattern)"]).joined(separator: ",")
        variables = ["FLOWVIZ": setting]
        let (room, pattern) = (TraceFileOptions(size: size ?? TraceFileOptions.defaultSize), path.pattern)
        try Trace.checked { () throws(TraceFileError) in try room.check(pattern) }
    }

    /// Says what a process has recorded, once it has ended; a file from before is not what this program wrote.
    package func report(_ file: TraceFile) throws {
        let count = ProgramRecording.eventCount(of: file)
        try Trace.checked { () throws(TraceFileError) in try file.trim(ifLeft: true) }
        let lost = file.hasWrapped ? "the last " : ""
        let name = relative(file.path)
        StandardError.line(
            "flowviz: \(lost)\(count) events, \(file.missed) missed, in '\(name)'; 'flowviz replay \(name)' shows them"
        )
        if let note = ForkNote(of: file) { StandardError.line("flowviz: \(note.line)") }
    }

    /// As many events as an export has: not each is a record of its own.
    package static func eventCount(of file: TraceFile) -> Int {
        var (trace, isWhole) = (SteppedTrace(file, derivesEvents: true), false)
        while !isWhole { isWhole = trace.step(limit: 32_768).isLast }
        return trace.log.count
    }

    /// A trace's path, from where the one that was asked for is given.
    private func relative(_ path: String) -> String {
        let folder = output.lastIndex(of: "/").map { output[...$0] } ?? ""
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        return String(folder + name)
    }

    /// The program may leave this folder before it writes.
    private static func absolute(_ path: String) throws -> String {
        guard path.utf8.first != UInt8(ascii: "/"), let bytes = getcwd(nil, 0) else { return path }
        defer { free(bytes) }
        guard let folder = String(validatingCString: bytes) else {
            throw Failure("cannot record into '\(path)': the path of this folder is not UTF-8; give the whole path of a file")
        }
        return "\(folder)/\(path)"
    }

    private static var wallClock: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
