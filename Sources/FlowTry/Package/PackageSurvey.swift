import FlowSystem

/// The streams in a package's sources: the ones that `flowviz try FOLDER` shows, and the ones that it cannot, judged by words.
package struct PackageSurvey {
    /// A note about a line of a file. Lines count from 1, and the path is relative to the package.
    package struct Note: Equatable {
        package let path: String
        package let line: Int
        package let note: String
    }

    /// The notes about streams that will not be shown, in order of the paths and the lines.
    package private(set) var notes: [Note] = []
    /// The number of files that name a type or a module whose streams are shown.
    private var files: [Substring: Int] = [:]

    /// The names in the order of the summary.
    private static let shown: [Substring] = [
        "AsyncStream", "AsyncThrowingStream", "AsyncChannel", "AsyncThrowingChannel", "AsyncAlgorithms",
        "NIOAsyncChannel", "NIOAsyncSequenceProducer", "NIOThrowingAsyncSequenceProducer",
    ]
    /// The libraries of Combine that are not traced in a package, each with a note.
    private static let combine: [(name: Substring, note: String)] = [
        (
            "OpenCombine",
            "OpenCombine is not traced in a package: link FlowAgent, and record the program with 'flowviz record -- PROGRAM'"
        ),
        (
            "Combine",
            "Combine is Apple's and not traced, and there is none on Linux"
        ),
    ]

    /// - Parameters:
    ///   - folder: The package's folder.
    ///   - skipped: The names of folders in it that are not read.
    /// - Throws: ``Failure`` if there is no such folder.
    package init(of folder: String, leavingOut skipped: Set<String> = []) throws(Failure) {
        for path in try SourceTree.files(below: folder) {
            if !skipped.isEmpty, let first = path.dropFirst(folder.count).split(separator: "/").first,
                skipped.contains(String(first))
            {
                continue
            }
            guard let text = try? InputFile.text(path, limit: Snippet.limit) else { continue }
            take(text, String(path.dropFirst(folder.count).drop { $0 == "/" }))
        }
    }

    private mutating func take(_ text: String, _ path: String) {
        let words = Set(CodeMask.masked(text).split { !($0.isLetter || $0.isNumber || $0 == "_") })
        for name in PackageSurvey.shown where words.contains(name) { files[name, default: 0] += 1 }
        for library in PackageSurvey.imports(in: text) {
            for (name, _) in PackageSurvey.combine where library == name { files[name, default: 0] += 1 }
        }
        for doubt in StreamDoubts(text).doubts where !doubt.isOfFilesOnly {
            notes.append(Note(path: path, line: doubt.line, note: doubt.note))
        }
    }

    /// The modules that a file imports, each once.
    private static func imports(in text: String) -> Set<Substring> {
        Set(
            CodeMask.masked(text).split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index < 2 || words[0].hasPrefix("@"), words.count > index + 1
                else { return nil }
                return words[index + 1].split(separator: ".").first
            })
    }

    /// Sentences about the libraries of Combine that the package imports.
    package var combineNotes: [String] {
        PackageSurvey.combine.compactMap { name, note in
            files[name].map { "\(note) (imported in \($0 == 1 ? "1 file" : "\($0) files"))" }
        }
    }

    /// A sentence about the streams that will be shown.
    package var summary: String {
        found.map { "flowviz try traces \($0)" } ?? "no file names a stream that flowviz try traces"
    }

    /// `AsyncStream in 2 files, AsyncChannel in 1 file`; `nil` without a stream.
    var found: String? {
        let found = PackageSurvey.shown.compactMap { name in
            files[name].map { "\(name) in \($0 == 1 ? "1 file" : "\($0) files")" }
        }
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }

    /// The notes without their places and without duplicates.
    var reasons: [String] { notes.map(\.note).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } + combineNotes }
}
