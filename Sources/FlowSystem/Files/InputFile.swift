import FlowScreen
import FlowTrace
import LibC

/// Reads short texts into memory.
package enum InputFile {
    /// The text of an ordinary file. A pipe or a device at the path is refused without waiting for it.
    ///
    /// - Parameters:
    ///   - limit: The maximum length in bytes. One more byte is read, so that the caller can tell when a text is too long.
    ///   - hint: The remedy with which the error message ends.
    /// - Throws: ``Failure`` if it cannot be read.
    package static func text(_ path: String, limit: Int, hint: String = "name an ordinary file") throws(Failure) -> String {
        do {
            return try String(decoding: bytes(path, limit: limit), as: UTF8.self)
        } catch {
            throw Failure("cannot read '\(path)': \(error.reason); \(hint)")
        }
    }

    /// The text of a file, a pipe or a terminal, read to its end; the text of the standard input if `path` is `-`.
    ///
    /// - Throws: ``Failure`` if it cannot be read.
    package static func text(given path: String, limit: Int, hint: String = "name a file with a chain") throws(Failure) -> String
    {
        do {
            let file = try path == "-" ? standardInput() : open(path)
            // Until a writer opens it, a named pipe reads as if it had ended.
            if path != "-", file.makesWait { wait(for: file) }
            return try String(decoding: bytes(of: file, limit: limit, waits: true), as: UTF8.self)
        } catch {
            throw Failure("cannot read '\(path)': \(error.reason); \(hint)")
        }
    }

    /// The reason why a file cannot be read.
    package struct Unreadable: Error {
        package let reason: String
        /// Whether there is no such file.
        package var isMissing = false

        fileprivate static var ofSystem: Unreadable { Unreadable(reason: String(cString: strerror(errno))) }
    }

    /// The first `limit` + 1 bytes of an ordinary file, without waiting.
    package static func bytes(_ path: String, limit: Int) throws(Unreadable) -> [UInt8] {
        let file = try open(path)
        guard !file.makesWait else { throw Unreadable(reason: "it is not an ordinary file") }
        return try bytes(of: file, limit: limit, waits: false)
    }

    private static func open(_ path: String) throws(Unreadable) -> FileDescriptor {
        do {
            return try FileDescriptor(reading: path)
        } catch {
            let isMissing = access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
            throw Unreadable(reason: error.reason, isMissing: isMissing)
        }
    }

    private static func standardInput() throws(Unreadable) -> FileDescriptor {
        let number = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw .ofSystem }
        return FileDescriptor(owning: number, path: "standard input")
    }

    private static func bytes(of file: FileDescriptor, limit: Int, waits: Bool) throws(Unreadable) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= limit {
            let count = read(file.number, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 {
                break
            } else if waits, errno == EAGAIN {
                wait(for: file)
            } else if errno != EINTR {
                throw .ofSystem
            }
        }
        return Array(bytes.prefix(limit + 1))
    }

    private static func wait(for file: FileDescriptor) {
        var item = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&item, 1, -1)
    }
}

package enum OutputFile {
    /// Replaces the contents of a file with `text`, atomically: if the text cannot be written whole, the old file stays.
    ///
    /// - Parameter isPublic: Whether every user may read a new file. An existing file keeps its permissions.
    package static func write(_ text: String, to path: String, isPublic: Bool = false) throws(TraceFileError) {
        let draft = try FileDraft(for: path)
        try draft.write(Array(text.utf8))
        if isPublic { try draft.allowReading() }
        try draft.publish()
    }
}

/// Takes file names from paths, and makes up new ones.
package enum FileName {
    package static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The file name for a picture of `subject` at `time`. It contains no slash, for any `subject`.
    package static func picture(of subject: String, at time: TraceTime) -> String {
        var shown = ""
        for scalar in TextWidth.sanitised(subject).unicodeScalars where shown.utf8.count < 200 {
            shown.unicodeScalars.append(scalar == "/" ? "-" : scalar)
        }
        return "flowviz-\(shown)-\(time).svg"
    }
}
