import FlowScreen
import FlowTrace

/// The progress and the messages in the output of `swift build`.
///
/// Its size is bounded: it keeps only the first messages and the last lines.
package struct BuildOutput {
    /// The number of the current job, and of the jobs known so far.
    package struct Progress: Equatable {
        let job: Int
        let jobs: Int

        package var words: String { "\(job) of \(jobs)" }
    }

    package private(set) var progress: Progress?
    /// The compiler's messages about the tried source in their order, without duplicates.
    package private(set) var messages: [CompilerMessage] = []
    /// The last lines that begin with `error:`, and so are not about a position in a file.
    private(set) var failures: [String] = []
    /// The first error at a position in another file.
    private(set) var foreignError: String?
    /// The last lines of the output.
    private(set) var tail: [String] = []
    /// The incomplete last line.
    private var line: [UInt8] = []

    /// The maximum number of errors, and of all other messages.
    private static let mostMessages = 100
    private static let maximumLines = 20
    private static let longestLine = 4_096

    /// The source whose messages are kept.
    private enum Subject {
        /// A file by its name in messages. Messages about the code added at the file's end have the path instead.
        case file(name: String, path: String)
        /// The files below a folder.
        case folder(String)
    }

    private let subject: Subject

    init(of name: String, at path: String) { subject = .file(name: name, path: path) }

    init(below folder: String) { subject = .folder(folder) }

    private func message(in line: String) -> CompilerMessage? {
        switch subject {
        case .file(let name, let path):
            CompilerMessage(line, of: name) ?? CompilerMessage(line, of: path, below: Snippet.linesBefore)
        case .folder(let folder): CompilerMessage(line, inside: folder)
        }
    }

    /// Appends output.
    mutating func read(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                take(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            } else if line.count < BuildOutput.longestLine {
                line.append(byte)
            }
        }
    }

    private mutating func take(_ line: String) {
        tail = tail.suffix(BuildOutput.maximumLines - 1) + [line]
        if let progress = BuildOutput.progress(in: line) {
            self.progress = progress
        } else if let message = message(in: line) {
            keep(message)
        } else if line.contains(": error: ") {
            if foreignError == nil { foreignError = line }
        } else if line.hasPrefix("error: ") {
            failures = failures.suffix(BuildOutput.maximumLines - 1) + [String(line.dropFirst(7))]
        }
    }

    /// Keeps the first messages. Errors have a separate limit, so that warnings do not hide them.
    private mutating func keep(_ message: CompilerMessage) {
        let isError = message.kind == .error
        guard messages.count(where: { ($0.kind == .error) == isError }) < BuildOutput.mostMessages, !messages.contains(message)
        else { return }
        messages.append(message)
    }

    /// `[12/130] Compiling …`
    private static func progress(in line: String) -> Progress? {
        guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return nil }
        let numbers = line[..<end].dropFirst().split(separator: "/").map { Int($0) }
        guard numbers.count == 2, let job = numbers[0], let jobs = numbers[1], jobs > 0 else { return nil }
        return Progress(job: job, jobs: jobs)
    }
}

/// A compiler message about a position in a file.
package struct CompilerMessage: Equatable {
    package enum Kind: String {
        case error, warning, note
    }

    /// The path of the file below the package, `nil` for the tried file.
    let file: String?
    /// The line in the file, from 1.
    let line: Int
    let column: Int
    package let kind: Kind
    let text: String

    /// Reads `NAME:LINE:COLUMN: KIND: TEXT`, `nil` for any other line.
    ///
    /// - Parameter linesBefore: The number of generated lines before the user's text.
    init?(_ line: String, of name: String, below linesBefore: Int = 0) {
        guard line.hasPrefix("\(name):") else { return nil }
        let parts = line.dropFirst(name.count + 1).split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let row = Int(parts[0]), let column = Int(parts[1]),
            let kind = Kind(rawValue: String(parts[2].drop { $0 == " " })), row > linesBefore, column > 0
        else { return nil }
        (file, self.line, self.column, self.kind) = (nil, row - linesBefore, column, kind)
        text = String(parts[3].drop { $0 == " " })
    }

    /// Reads `FOLDER/FILE:LINE:COLUMN: KIND: TEXT`, `nil` for any other line.
    init?(_ line: String, inside folder: String) {
        guard line.hasPrefix("\(folder)/") else { return nil }
        let path = line.dropFirst(folder.count + 1)
        guard let colon = path.firstIndex(of: ":"), let message = CompilerMessage(line, of: String(line[..<colon])) else {
            return nil
        }
        file = String(path[..<colon])
        (self.line, column, kind, text) = (message.line, message.column, message.kind, message.text)
    }

    /// The message in a line, as a compiler prints it.
    ///
    /// - Parameter name: The name of the tried file.
    func words(naming name: String) -> String { "\(file ?? name):\(line):\(column): \(kind.rawValue): \(text)" }

    /// The message as a compiler prints it: with its position, the source line, and a caret below.
    ///
    /// A message about the code added at the end is placed on the last line.
    package func lines(in snippet: Snippet) -> [String] {
        let all = snippet.text.split(separator: "\n", omittingEmptySubsequences: false)
        let last = all.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
        let (row, isInGeneratedCode) = (min(line - 1, last), line - 1 > last)
        guard all.indices.contains(row) else { return [words(naming: snippet.name)] }
        // The compiler counts bytes.
        let before =
            isInGeneratedCode ? all[row][...] : Substring(String(decoding: all[row].utf8.prefix(column - 1), as: UTF8.self))
        let caret = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: TextWidth.width(of: String($0))) }.joined()
        let place = "\(snippet.name):\(row + 1):\(isInGeneratedCode ? before.utf8.count + 1 : column)"
        return ["\(place): \(kind.rawValue): \(text)", String(all[row]), caret + "^"]
    }
}
