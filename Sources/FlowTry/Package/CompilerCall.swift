/// A command line of the Swift compiler, as SwiftPM writes it.
struct CompilerCall: Equatable {
    enum Work: Equatable {
        /// Compiles a module from source files, given by their paths.
        case module(name: String, sources: [String])
        /// Links a program or a dynamic library from object files.
        case link
        /// Anything else: questions about the compiler, manifests, plugins.
        case other
    }

    /// The words after the compiler's name.
    let words: [String]
    let work: Work

    /// - Parameter read: Returns the text of a response file, `nil` if it cannot be read.
    init(_ words: [String], reading read: (String) -> String?) {
        self.words = words
        work = CompilerCall.work(of: words, read)
    }

    private static func work(of words: [String], _ read: (String) -> String?) -> Work {
        // Manifests and plugins are programs of SwiftPM's own.
        guard !words.contains("-package-description-version"), !words.contains("-modulewrap"), !words.contains("-frontend") else {
            return .other
        }
        let sources = sources(in: words, read)
        guard sources.isEmpty else {
            guard words.contains("-c"), let name = value(of: "-module-name", in: words) else { return .other }
            return .module(name: name, sources: sources)
        }
        return words.contains("-emit-executable") || words.contains("-emit-library") ? .link : .other
    }

    /// The source files in a command line, also those of its response files.
    private static func sources(in words: [String], _ read: (String) -> String?) -> [String] {
        zip([""] + words, words).flatMap { option, word in
            // A program may be called Foo.swift.
            guard option != "-o" else { return [String]() }
            guard word.hasPrefix("@") else { return [word] }
            return read(String(word.dropFirst())).map(CommandWords.words) ?? []
        }.filter { $0.hasSuffix(".swift") }
    }

    private static func value(of option: String, in words: [String]) -> String? {
        words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
    }

    /// Options with a value by which the compiler finds modules, headers and the platform. Other modules that are compiled
    /// against the same modules need them too.
    private static let searches: Set<String> = ["-I", "-F", "-Xcc", "-sdk", "-target", "-module-cache-path", "-resource-dir"]

    /// Whether the module may use a macro of the package or of a dependency. What it expands to may name streams that no source names.
    var usesMacros: Bool { words.contains("-load-plugin-executable") || words.contains("-load-resolved-plugin") }

    /// The options by which this call finds modules, with their values.
    var searchWords: [String] { searches.flatMap { [$0.option, $0.value] } }

    /// The folders in which this call looks for modules.
    var moduleFolders: [String] { searches.filter { $0.option == "-I" }.map(\.value) }

    private var searches: [(option: String, value: String)] {
        var (found, rest) = ([(option: String, value: String)](), words[...])
        while let word = rest.popFirst() {
            guard CompilerCall.searches.contains(word), let value = rest.popFirst() else { continue }
            found.append((word, value))
        }
        return found
    }
}

/// The words of a response file or of a shell's command line.
enum CommandWords {
    /// Splits text at white space outside of quotes. A backslash keeps the next character.
    static func words(_ text: String) -> [String] {
        var (words, word) = ([String](), String?.none)
        var (quote, isEscaped) = (Character?.none, false)
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if quote == nil, character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// A word in quotes, such that ``words(_:)`` and a shell read the same word.
    static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
