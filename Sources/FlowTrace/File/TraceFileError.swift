/// The failure to write a file or to read a trace, described in one line: the failure, the value, the remedy.
public enum TraceFileError: Error, Hashable, CustomStringConvertible {
    case system(operation: String, path: String, reason: String)
    /// A traced process did not answer in time.
    case noAnswer(path: String, seconds: Int)
    /// The requested size is not allowed.
    case size(bytes: Int, allowed: ClosedRange<Int>)
    /// The disk has no room for the file.
    case noSpace(path: String, bytes: Int)
    /// The file is not a trace.
    case notATrace(path: String)
    /// It is a directory.
    case isFolder(path: String)
    /// It was written by another major version.
    case version(path: String, found: Int, known: Int)
    /// It was written on a machine of the other byte order.
    case byteOrder(path: String)
    /// A number in its header is impossible.
    case damaged(path: String, what: String)

    /// The reason without the file's name; the whole line if the error has no separate reason.
    package var reason: String { if case .system(_, _, let reason) = self { reason } else { description } }

    public var description: String {
        switch self {
        case .system(let operation, let path, let reason): "cannot \(operation) '\(path)': \(reason)"
        case .noAnswer(let path, let seconds):
            "cannot attach to '\(path)': no answer for \(seconds) s; if the program is suspended, kill -CONT resumes it"
        case .size(let bytes, let allowed):
            bytes < allowed.lowerBound
                ? "a trace of \(bytes) bytes is too small; give at least \(allowed.lowerBound)"
                : "a trace of \(bytes) bytes is too large; give at most \(allowed.upperBound)"
        case .noSpace(let path, let bytes): "no room for the \(bytes) bytes of '\(path)'; free some, or give a smaller size"
        case .notATrace(let path): "'\(path)' is not a trace file; flowviz record -o FILE writes one"
        case .isFolder(let path): "'\(path)' is a directory, not a trace file"
        case .version(let path, let found, let known):
            "'\(path)' is a trace of version \(found), this flowviz reads version \(known); read it with the flowviz that wrote it"
        case .byteOrder(let path): "'\(path)' was written on a machine of the other byte order; read it on one like that"
        case .damaged(let path, let what): "'\(path)' is damaged: \(what)"
        }
    }
}
