import FlowPlayground
import FlowSystem
import FlowTrace
import LibC

/// The history of the input line in a file, shared by later runs: one chain a line, newest last.
///
/// Several processes share it without losing each other's lines and without waiting. Appending needs no lock: if the file was
/// replaced meanwhile, the line is appended again to the new file. A process that replaces the file by a shorter one locks it,
/// and afterwards copies the lines that others added meanwhile. If it is killed before that, those lines are lost. A duplicate
/// line counts once.
package struct HistoryFile {
    /// The maximum number of chains to keep.
    static let limit = 500
    /// The maximum number of bytes to read, from the end of the file.
    private static let mostBytes = 1 << 22

    let path: String
    private let folder: String

    /// The user's history; `nil` without a home folder, where a shell keeps no history either.
    package static var ofUser: HistoryFile? {
        guard let folder = try? UserFolder.state.path(for: "the history is kept") else { return nil }
        return HistoryFile(in: folder)
    }

    /// - Parameter folder: The folder of the file; it may not exist yet.
    init(in folder: String) {
        self.folder = folder
        path = "\(folder)/history"
    }

    /// Reads the chains, oldest first, without duplicates and invalid lines. Shortens a file that has become too long.
    ///
    /// - Throws: ``Failure`` if the file exists and cannot be read.
    func read() throws(Failure) -> [String] {
        guard let file = try open(O_RDONLY) else { return [] }
        let lines = HistoryFile.lines(of: try contents(of: file))
        if lines.count > HistoryFile.limit { shorten(file) }
        return HistoryFile.collapsed(lines.compactMap(HistoryFile.text))
    }

    /// Appends a chain. As in a shell, a chain that begins with a blank is not kept.
    ///
    /// - Throws: ``Failure`` if it cannot be written.
    func append(_ text: String) throws(Failure) {
        let isOfChain = text.utf8.count <= SourceText.limit && HistoryFile.text(HistoryFile.line(text)) == text
        guard isOfChain, text.first != " " else { return }
        try UserFolder.state.make(folder, for: "the history")
        try append(bytes: Array((HistoryFile.line(text) + "\n").utf8))
    }

    private func append(bytes: [UInt8]) throws(Failure) {
        for _ in 0..<HistoryFile.attempts {
            guard let file = try open(O_RDWR | O_CREAT | O_APPEND) else { break }
            let line = (endsInLine(file) ? [] : [10]) + bytes
            guard write(file.number, line, line.count) == line.count else { throw failure(String(cString: strerror(errno))) }
            if file.isFile(at: path) { return }
        }
        throw failure("other processes keep replacing it")
    }

    private static let attempts = 100

    /// Replaces the file by a shorter one. Does nothing if another process is doing so, or on an error.
    private func shorten(_ file: FileDescriptor) {
        guard file.lockExclusively(), file.isFile(at: path), let bytes = try? contents(of: file),
            let last = bytes.lastIndex(of: 10)
        else {
            return
        }
        let end = lseek(file.number, 0, SEEK_CUR) - off_t(bytes.count - last - 1)
        let texts = HistoryFile.collapsed(HistoryFile.lines(of: bytes[...last]).compactMap(HistoryFile.text))
        guard (try? OutputFile.write(texts.map { HistoryFile.line($0) + "\n" }.joined(), to: path)) != nil else { return }
        // A process that appends to the old file after this sees the replacement and appends again.
        let added = (try? contents(of: file, from: end)) ?? []
        if !added.isEmpty { try? append(bytes: added.last == 10 ? added : added + [10]) }
    }

    /// The last occurrence of each chain, at most ``limit``.
    static func collapsed(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.reversed().filter { known.insert($0).inserted }.prefix(limit).reversed()
    }

    // MARK: Lines

    /// Escapes a chain into one line.
    private static func line(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }

    /// Decodes a line; `nil` if the line is invalid.
    private static func text(_ line: String) -> String? {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in line.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                guard scalar == "\\" || scalar == "n" else { return nil }
                text.append(scalar == "n" ? "\n" : scalar)
                isEscaped = false
            case "\\": isEscaped = true
            case _ where VisibleText.isUnsafe(scalar): return nil
            default: text.append(scalar)
            }
        }
        return isEscaped || text.isEmpty ? nil : String(text)
    }

    /// The lines of a file that are valid UTF-8.
    private static func lines(of bytes: some Collection<UInt8>) -> [String] {
        bytes.split(separator: 10).compactMap { String(validating: $0, as: UTF8.self) }
    }

    // MARK: The file

    /// The open file, `nil` if there is none.
    private func open(_ flags: Int32) throws(Failure) -> FileDescriptor? {
        try UserFolder.state.check(folder)
        // Something else at the path, such as a pipe, must not block.
        let number = LibC.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard number >= 0 else {
            if errno == ENOENT, flags & O_CREAT == 0 { return nil }
            throw failure(errno == ELOOP ? "it is a link" : String(cString: strerror(errno)))
        }
        let file = FileDescriptor(owning: number, path: path)
        guard file.isRegular else { throw failure("it is not an ordinary file") }
        return file
    }

    /// The contents of a file from an offset. If the contents are too long, only the whole lines at their end.
    private func contents(of file: FileDescriptor, from start: off_t = 0) throws(Failure) -> [UInt8] {
        let cut = lseek(file.number, 0, SEEK_END) - off_t(HistoryFile.mostBytes)
        lseek(file.number, max(start, cut), SEEK_SET)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < HistoryFile.mostBytes {
            let count = LibC.read(file.number, &chunk, chunk.count)
            guard count >= 0 else { throw failure(String(cString: strerror(errno))) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return cut > start ? Array(bytes.drop { $0 != 10 }) : bytes
    }

    /// Whether the file ends with a line break: a killed process may have left half a line.
    private func endsInLine(_ file: FileDescriptor) -> Bool {
        var last: UInt8 = 0
        let end = lseek(file.number, 0, SEEK_END)
        return end <= 0 || pread(file.number, &last, 1, end - 1) == 1 && last == 10
    }

    private func failure(_ reason: String) -> Failure {
        Failure("the history is not kept: \(path): \(reason); FLOWVIZ_HISTORY=off does without")
    }
}
