import FlowScreen
import FlowSystem
import FlowTrace

/// A Swift file for `try`.
package struct Snippet: Equatable {
    /// Its name in messages: its path, or its origin.
    package let name: String
    /// The user's text, unchanged.
    package let text: String
    /// Whether it runs in virtual time.
    package var isVirtual: Bool

    package init(name: String, text: String, isVirtual: Bool = false) {
        (self.name, self.text, self.isVirtual) = (name, text, isVirtual)
    }

    /// The names under which it is compiled. Swift treats `main.swift` as top-level code.
    static let (topLevel, declared) = ("main.swift", "Program.swift")
    /// The number of generated lines before the user's text.
    static let linesBefore = 1

    /// The maximum length in bytes.
    package static let limit = 1 << 20

    /// Whether it is top-level code, as opposed to a type with `@main`.
    ///
    /// Decides as SwiftPM does, by lines that begin with the attribute.
    var isTopLevel: Bool {
        !text.split(whereSeparator: \.isNewline).contains { line in
            let words = line.drop { $0 == " " || $0 == "\t" }
            return words.hasPrefix("@main")
                && !(words.dropFirst(5).first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
        }
    }

    /// The code to compile: the text with its own name and line numbers. Top-level code gets a call at its end that keeps the
    /// process running while work is scheduled.
    var source: String {
        // Swift accepts `#!` only at the start of a file.
        let code = text.hasPrefix("#!") ? "//" + text.dropFirst(2) : text
        let located = "#sourceLocation(file: \"\(compiledName)\", line: 1)\n\(code)\n"
        let end = isVirtual ? "TryVirtual.goOn()" : "TryKit.keepGoing()"
        return isTopLevel ? located + "\(end)\n" : located
    }

    /// The modules and declarations that are imported for it implicitly.
    var exports: [String] {
        let parts = SnippetParts(text)
        // A file with imports must import AsyncAlgorithms too, as in any package. A file without imports gets it, unless names
        // would collide.
        let hasAlgorithms = parts.modules.isEmpty && Snippet.withoutStandIn.isDisjoint(with: parts.words)
        // TryCombine can be imported only by its alias, Combine.
        let combine = Snippet.openCombine.isDisjoint(with: parts.modules) ? ["Combine"] : ["FlowCore", "OpenCombineShim"]
        let spelled = Snippet.streams.filter { parts.words.contains("_Concurrency.\($0)") }.map { "func FlowUntraced.\($0)" }
        return ["TryKit"] + combine + (isVirtual ? ["TryVirtual"] : []) + (hasAlgorithms ? ["FlowAlgorithms"] : []) + spelled
    }

    /// Modules with subjects that make the ones of TryCombine ambiguous.
    private static let openCombine: Set<String> = ["FlowCombine", "OpenCombine", "OpenCombineShim"]

    /// Streams of the standard library, which a file may name by `_Concurrency`. The functions that make them are imported only
    /// if needed: with them, an extension of a stream cannot make another stream, as in `AsyncStream<Int> { … }`.
    private static let streams = ["AsyncStream", "AsyncThrowingStream"]

    /// Operators of AsyncAlgorithms that Swift could prefer to a file's own. FlowAlgorithms has no replacement for them.
    private static let withoutStandIn: Set<Substring> = ["share", "mapError", "flatMapLatest"]

    /// The file's name, made safe for a string literal without escapes.
    var compiledName: String {
        let scalars = VisibleText.line(name).unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "_" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The names it uses that virtual time does not control, in alphabetical order.
    var beyondVirtualTime: [String] {
        let words = SnippetParts(text).words.compactMap { $0.split(separator: ".").first }
        return Snippet.beyond.intersection(words).sorted().map(String.init)
    }

    /// A sentence that lists ``beyondVirtualTime``; `nil` if that is empty, or in real time.
    package var virtualNote: String? {
        let words = isVirtual ? beyondVirtualTime : []
        return words.isEmpty ? nil : "not in virtual time, and not waited for: \(words.joined(separator: ", "))"
    }

    /// A sentence about the streams in the file that are never traced, `nil` if there are none.
    package var untracedNote: String? { StreamDoubts.unseen(in: text) }

    /// The message for a run in which no stream was seen.
    package var nothingSeenNote: String {
        let notes = StreamDoubts(text).notes.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("func ") }
        return notes.isEmpty ? "no stream was seen" : "no stream was seen; \(notes.joined(separator: "; "))"
    }

    /// Types and functions that have their own threads, wait for external events, or block outside libdispatch.
    private static let beyond: Set<Substring> = [
        "DispatchIO", "Process", "URLSession", "sem_timedwait", "sem_wait",
    ]

    /// The name of the built program: the file's name without its extension.
    var program: String {
        let last = FileName.last(of: name)
        let base = last.hasSuffix(".swift") ? last.dropLast(6) : last[...]
        let safe = String(base.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
        return safe.isEmpty || safe.hasPrefix(".") ? "snippet" : safe
    }
}
