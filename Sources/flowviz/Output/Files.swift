import FlowScreen
import FlowTrace
import LibC

/// Reads short texts whole.
enum InputFile {
    /// The text of a file, or of the standard input where `path` is `-`.
    ///
    /// - Parameters:
    ///   - limit: The most bytes; one more is read, so that a text that is too long is noticed.
    ///   - hint: What to do where it cannot be read.
    /// - Throws: ``Failure`` where it cannot be read.
    static func text(_ path: String, limit: Int, hint: String = "name a file with a chain") throws(Failure) -> String {
        let descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, hint) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= limit {
            let count = read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw failure(path, hint) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes.prefix(limit + 1), as: UTF8.self)
    }

    private static func failure(_ path: String, _ hint: String) -> Failure {
        Failure("cannot read '\(path)': \(String(cString: strerror(errno))); \(hint)")
    }
}

enum OutputFile {
    /// Writes `text` to a file, replacing what was there; where not all of it can be written, what was there stays.
    ///
    /// - Parameter isPublic: Whether every user may read it, where it is new; otherwise who could read what was there.
    static func write(_ text: String, to path: String, isPublic: Bool = false) throws(TraceFileError) {
        let draft = try FileDraft(for: path)
        try draft.write(Array(text.utf8))
        if isPublic { try draft.allowReading() }
        try draft.publish()
    }
}

/// Names of files: those in a path, and those that are made up.
enum FileName {
    static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The name of a picture of a moment: that of one file in a folder, whatever `subject` is called.
    static func picture(of subject: String, at time: TraceTime) -> String {
        var shown = ""
        for scalar in TextWidth.sanitised(subject).unicodeScalars where shown.utf8.count < 200 {
            shown.unicodeScalars.append(scalar == "/" ? "-" : scalar)
        }
        return "flowviz-\(shown)-\(time).svg"
    }
}
