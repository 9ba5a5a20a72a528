/// Finds the streams in a Swift file that a trace will not show, judged by the words of the file.
package struct StreamDoubts {
    /// A note about a line of the file; lines count from 1.
    package struct Doubt: Equatable {
        package let line: Int
        package let note: String

        /// Whether it is about an import or a type that `flowviz try` traces all the same when it builds a package.
        var isOfFilesOnly: Bool {
            ["import ", "NIOAsyncChannel ", "NIOAsyncSequenceProducer ", "NIOThrowingAsyncSequenceProducer "]
                .contains(where: note.hasPrefix)
        }
    }

    package let doubts: [Doubt]

    /// Types and functions that pass on values and cannot be traced without a change to the program, each with a note.
    private static let untraced: [Substring: String] = [
        "MultiProducerSingleConsumerAsyncChannel":
            "is not traced: neither the producers that wait in its send nor its values are seen",
        "NIOAsyncChannel": "is traced with FlowNIO's ChannelReporter, or in a package that flowviz try builds",
        "NIOAsyncSequenceProducer": "is traced with FlowNIO's ReportingStrategy, or in a package that flowviz try builds",
        "NIOThrowingAsyncSequenceProducer": "is traced with FlowNIO's ReportingStrategy, or in a package that flowviz try builds",
        "NIOAsyncWriter": "is traced as part of a NIOAsyncChannel only",
        "AsyncIteratorProtocol": "makes a sequence of the file's own: it is traced from .probe(\"name\") on",
        "withCheckedContinuation": "passes on a value without a stream, so it is not seen",
        "withCheckedThrowingContinuation": "passes on a value without a stream, so it is not seen",
        "withUnsafeContinuation": "passes on a value without a stream, so it is not seen",
        "withUnsafeThrowingContinuation": "passes on a value without a stream, so it is not seen",
    ]

    /// Operators declared by FlowAsync, FlowAlgorithms and FlowCore.
    static let operators: Set<Substring> = [
        "map", "filter", "compactMap", "prefix", "dropFirst", "drop", "flatMap", "probe", "reductions", "interspersed",
        "removeDuplicates", "compacted", "adjacentPairs", "joined", "chunks", "chunked", "buffer", "debounce", "_throttle",
        "share",
        "mapError", "flatMapLatest", "merge", "zip", "combineLatest", "chain", "pace", "unwrap", "shareReplay", "label",
        "collect",
        "pausableSink",
    ]

    package init(_ text: String) {
        let lines = CodeMask.masked(text).split(separator: "\n", omittingEmptySubsequences: false).map(StreamDoubts.words)
        let extendsStreams = lines.contains { words in
            zip(words, words.dropFirst()).contains { $0 == "extension" && ["AsyncSequence", "Publisher"].contains($1) }
        }
        doubts = lines.enumerated().flatMap { index, words in
            StreamDoubts.notes(words, extendsStreams).map { Doubt(line: index + 1, note: $0) }
        }
    }

    /// All notes without their lines and without duplicates.
    var notes: [String] { doubts.map(\.note).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    /// A note about the types that are never traced and that a trace beside others does not miss; `nil` if the text has none.
    static func unseen(in text: String) -> String? {
        let names = ["MultiProducerSingleConsumerAsyncChannel", "_Concurrency."]
        let notes = StreamDoubts(text).notes.filter { note in names.contains { note.hasPrefix($0) } }
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    /// The streams whose full names are those of Swift's originals.
    private static let replaced: Set<Substring> = ["AsyncStream", "AsyncThrowingStream"]

    /// Notes on the streams of a line that are spelled with Swift's module, and so are not replaced by traced ones.
    private static func originals(_ words: [Substring]) -> [String] {
        let names = zip(words, words.dropFirst()).filter { $0 == "_Concurrency" && replaced.contains($1) }.map(\.1)
        return names.map {
            "_Concurrency.\($0) is Swift's own and is not traced: write \($0), or .probe(\"name\") behind the stream"
        }
    }

    private static func notes(_ words: [Substring], _ extendsStreams: Bool) -> [String] {
        if words.first == "import" || words.dropFirst().first == "import", words.last == "AsyncAlgorithms" {
            return [
                "import AsyncAlgorithms: its channels and operators are not traced here; import FlowAlgorithms instead, "
                    + "or build with the flags of docs/trace-swift-concurrency.md"
            ]
        }
        if extendsStreams, let name = declared(words), operators.contains(name) {
            return ["func \(name): the program's own runs, and is not traced as an operator of this name"]
        }
        return originals(words) + words.compactMap { word in untraced[word].map { "\(word) \($0)" } }
    }

    /// The name of the function that a line declares.
    private static func declared(_ words: [Substring]) -> Substring? {
        words.firstIndex(of: "func").flatMap { words.dropFirst($0 + 1).first }
    }

    private static func words(of mask: Substring) -> [Substring] {
        mask.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
