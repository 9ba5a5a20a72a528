import FlowScreen
import FlowSystem
import FlowTrace

/// A file of Swift that is tried.
package struct Snippet: Equatable {
    /// What it is called in messages: its path, or where it came from.
    package let name: String
    /// As it was written.
    package let text: String
    /// Whether it runs in virtual time.
    package var isVirtual: Bool

    package init(name: String, text: String, isVirtual: Bool = false) {
        (self.name, self.text, self.isVirtual) = (name, text, isVirtual)
    }

    /// What the file is called when it is built: Swift takes a `main.swift` for a program from its first line on.
    static let (topLevel, declared) = ("main.swift", "Program.swift")
    /// How many lines are before its own.
    static let linesBefore = 1

    /// The most bytes of one.
    package static let limit = 1 << 20

    /// Whether it is a program from its first line to its last, instead of naming one with `@main`.
    ///
    /// As SwiftPM decides it: by lines that begin with the attribute.
    var isTopLevel: Bool {
        !text.split(whereSeparator: \.isNewline).contains { line in
            let words = line.drop { $0 == " " || $0 == "\t" }
            return words.hasPrefix("@main")
                && !(words.dropFirst(5).first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
        }
    }

    /// What is compiled: the text under its own name and lines; top-level code goes on while something is scheduled.
    var source: String {
        // Only at the start of a file does `#!` stand for nothing.
        let code = text.hasPrefix("#!") ? "//" + text.dropFirst(2) : text
        let located = "#sourceLocation(file: \"\(compiledName)\", line: 1)\n\(code)\n"
        let end = isVirtual ? "TryVirtual.goOn()" : "TryKit.keepGoing()"
        return isTopLevel ? located + "\(end)\n" : located
    }

    /// What it has in its module without saying so.
    var exports: [String] {
        let parts = SnippetParts(text)
        // AsyncAlgorithms has to be imported, as anywhere; but who imports nothing means what there is, except where names would collide.
        let hasAlgorithms = parts.modules.isEmpty && Snippet.withoutStandIn.isDisjoint(with: parts.words)
        // TryCombine has no other name than the one that files import.
        let combine = Snippet.openCombine.isDisjoint(with: parts.modules) ? ["Combine"] : ["FlowCore", "OpenCombineShim"]
        let spelled = Snippet.streams.filter { parts.words.contains("_Concurrency.\($0)") }.map { "func FlowUntraced.\($0)" }
        return ["TryKit"] + combine + (isVirtual ? ["TryVirtual"] : []) + (hasAlgorithms ? ["FlowAlgorithms"] : []) + spelled
    }

    /// Modules beside whose subjects those of TryCombine would be ambiguous.
    private static let openCombine: Set<String> = ["FlowCombine", "OpenCombine", "OpenCombineShim"]

    /// Streams that a file may spell in full. The functions that then give the standard library's cannot be had in every file: where
    /// they are, an extension of a stream cannot name another one, as in `AsyncStream<Int> { … }`.
    private static let streams = ["AsyncStream", "AsyncThrowingStream"]

    /// Operators of AsyncAlgorithms that a file's own may lose to: FlowAlgorithms can put nothing in their place.
    private static let withoutStandIn: Set<Substring> = ["share", "mapError", "flatMapLatest"]

    /// The name as a literal can have it that knows no escapes.
    var compiledName: String {
        let scalars = VisibleText.line(name).unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "_" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// What it uses that virtual time does not reach, in alphabetical order.
    var beyondVirtualTime: [String] {
        let words = SnippetParts(text).words.compactMap { $0.split(separator: ".").first }
        return Snippet.beyond.intersection(words).sorted().map(String.init)
    }

    /// The same as a sentence, `nil` where there is nothing, and in real time.
    package var virtualNote: String? {
        let words = isVirtual ? beyondVirtualTime : []
        return words.isEmpty ? nil : "not in virtual time, and not waited for: \(words.joined(separator: ", "))"
    }

    /// What is said of the streams that it names and that are never traced, `nil` where there are none.
    package var untracedNote: String? { StreamDoubts.unseen(in: text) }

    /// What is said where none of its streams was seen.
    package var nothingSeenNote: String {
        let notes = StreamDoubts(text).notes.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("func ") }
        return notes.isEmpty ? "no stream was seen" : "no stream was seen; \(notes.joined(separator: "; "))"
    }

    /// What has threads of its own, waits for the world outside, or waits in a way of its own.
    private static let beyond: Set<Substring> = [
        "DispatchIO", "Process", "URLSession", "sem_timedwait", "sem_wait",
    ]

    /// What the program is called that it becomes: the file's name without its extension.
    var program: String {
        let last = FileName.last(of: name)
        let base = last.hasSuffix(".swift") ? last.dropLast(6) : last[...]
        let safe = String(base.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
        return safe.isEmpty || safe.hasPrefix(".") ? "snippet" : safe
    }
}
