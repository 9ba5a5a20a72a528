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

    /// - Parameter folder: The package's folder.
    /// - Throws: ``Failure`` if there is no such folder.
    package init(of folder: String) throws(Failure) {
        for path in try SourceTree.files(below: folder) {
            guard let text = try? InputFile.text(path, limit: Snippet.limit) else { continue }
            take(text, String(path.dropFirst(folder.count).drop { $0 == "/" }))
        }
    }

    private mutating func take(_ text: String, _ path: String) {
        let words = Set(CodeMask.masked(text).split { !($0.isLetter || $0.isNumber || $0 == "_") })
        for name in PackageSurvey.shown where words.contains(name) { files[name, default: 0] += 1 }
        for doubt in StreamDoubts(text).doubts where !doubt.isOfFilesOnly {
            notes.append(Note(path: path, line: doubt.line, note: doubt.note))
        }
    }

    /// A sentence about the streams that will be shown.
    package var summary: String {
        let found = PackageSurvey.shown.compactMap { name in
            files[name].map { "\(name) in \($0 == 1 ? "1 file" : "\($0) files")" }
        }
        return found.isEmpty
            ? "no file names a stream that flowviz try traces" : "flowviz try traces \(found.joined(separator: ", "))"
    }

    /// The notes without their places and without duplicates.
    var reasons: [String] { notes.map(\.note).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
