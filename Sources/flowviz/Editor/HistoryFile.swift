import FlowPlayground
import FlowTrace
import LibC

/// The chains that were run from the line, in a file that later runs read: one a line, the newest last.
///
/// Several processes share it and lose nothing of each other. Whoever adds a line holds the file's lock with others; whoever puts
/// a shorter file in its place holds it alone. Who gets the lock of a file that has been replaced meanwhile begins again.
struct HistoryFile {
    /// The most chains that are kept.
    static let limit = 500
    /// What is read of a file that is longer: its end.
    private static let mostBytes = 1 << 22

    let path: String
    private let folder: String

    /// The user's own; as in a shell, a user without a home has none.
    static var ofUser: HistoryFile? {
        guard let folder = try? UserFolder.state.path(for: "the history is kept") else { return nil }
        return HistoryFile(in: folder)
    }

    /// - Parameter folder: Where the file is, or will be.
    init(in folder: String) {
        self.folder = folder
        path = "\(folder)/history"
    }

    /// What was kept, the oldest first, each chain once; what no line of a chain can be is left out. A file that has become too
    /// long is made shorter.
    ///
    /// - Throws: ``Failure`` where there is a file and it cannot be read.
    func read() throws(Failure) -> [String] {
        guard let file = try open(O_RDONLY) else { return [] }
        // Where somebody is adding a line, it is another run's turn to make it shorter.
        let isAlone = flock(file.number, LOCK_EX | LOCK_NB) == 0 && file.stands(at: path)
        let lines = try HistoryFile.lines(of: file, path)
        let texts = HistoryFile.collapsed(lines.compactMap(HistoryFile.text))
        if isAlone, lines.count > HistoryFile.limit {
            // What cannot be made shorter stays as it is: nothing of it is lost.
            try? OutputFile.write(texts.map { HistoryFile.line($0) + "\n" }.joined(), to: path)
        }
        return texts
    }

    /// Adds a chain. As in a shell, one that begins with a blank is not kept.
    ///
    /// - Throws: ``Failure`` where it cannot be written.
    func append(_ text: String) throws(Failure) {
        let isOfChain = text.utf8.count <= SourceText.limit && HistoryFile.text(HistoryFile.line(text)) == text
        guard isOfChain, text.first != " " else { return }
        try UserFolder.state.make(folder, for: "the history")
        while let file = try open(O_RDWR | O_CREAT | O_APPEND) {
            flock(file.number, LOCK_SH)
            guard file.stands(at: path) else { continue }
            let bytes = Array((endsInLine(file) ? "" : "\n").utf8) + Array((HistoryFile.line(text) + "\n").utf8)
            guard write(file.number, bytes, bytes.count) == bytes.count else { throw failure(String(cString: strerror(errno))) }
            return
        }
    }

    /// The chains without those that come again later, and no more than are kept.
    static func collapsed(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.reversed().filter { known.insert($0).inserted }.prefix(limit).reversed()
    }

    // MARK: Lines

    /// A chain in one line.
    private static func line(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }

    /// The chain of a line; `nil` where the line has what none can have.
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

    /// The lines of a file, without those that are no text.
    private static func lines(of file: FileDescriptor, _ path: String) throws(Failure) -> [String] {
        let size = Int(lseek(file.number, 0, SEEK_END))
        let start = max(0, size - mostBytes)
        lseek(file.number, off_t(start), SEEK_SET)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < mostBytes {
            let count = LibC.read(file.number, &chunk, chunk.count)
            guard count >= 0 else { throw HistoryFile.failure(path, String(cString: strerror(errno))) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        let lines = bytes.split(separator: 10).dropFirst(start > 0 ? 1 : 0)
        return lines.compactMap { String(validating: $0, as: UTF8.self) }
    }

    // MARK: The file

    /// The open file, `nil` where there is none.
    private func open(_ flags: Int32) throws(Failure) -> FileDescriptor? {
        // What is put there instead, as a pipe, must not be waited for.
        let number = LibC.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard number >= 0 else {
            if errno == ENOENT, flags & O_CREAT == 0 { return nil }
            throw failure(errno == ELOOP ? "it is a link" : String(cString: strerror(errno)))
        }
        let file = FileDescriptor(owning: number, path: path)
        guard file.isRegular else { throw failure("it is no ordinary file") }
        return file
    }

    /// Whether what is added begins a line: a process that was ended may have left half a line.
    private func endsInLine(_ file: FileDescriptor) -> Bool {
        var last: UInt8 = 0
        let end = lseek(file.number, 0, SEEK_END)
        return end <= 0 || pread(file.number, &last, 1, end - 1) == 1 && last == 10
    }

    private func failure(_ reason: String) -> Failure { HistoryFile.failure(path, reason) }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure("the history is not kept: \(path): \(reason); FLOWVIZ_HISTORY=off does without")
    }
}
