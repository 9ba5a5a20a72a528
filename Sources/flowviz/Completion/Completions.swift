import ArgumentParser
import FlowPlayground
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowTrace
import LibC

/// The completions of the command line's words.
extension CompletionKind {
    static let scenario = CompletionKind.list(Catalogue.scenarios.map(\.id))
    static let chain = CompletionKind.list(LibraryChain.all.map(\.name))
    static let theme = CompletionKind.list(Theme.all.map(\.name))
    static let trace = CompletionKind.file(extensions: ["fvz"])
    static let swift = CompletionKind.file(extensions: ["swift"])
    /// The variants of the scenario named before.
    static let variant = CompletionKind.custom { words, _, _ in Completions.variants(after: words) }
    /// A trace file, or a scenario with or without a variant.
    static let subject = CompletionKind.custom { _, _, prefix in
        let words =
            (prefix.contains(":") ? Completions.scenariosWithVariants : Catalogue.scenarios.map(\.id))
            + Completions.traces(beginningWith: prefix)
        // In zsh an unescaped colon starts the description of a word.
        return CompletionShell.requesting == .zsh ? words.map { $0.replacing(":", with: "\\:") } : words
    }
}

/// Completions that depend on the typed words.
enum Completions {
    /// Every scenario with each of its variants, as `overflow:drop-newest`.
    static var scenariosWithVariants: [String] {
        Catalogue.scenarios.flatMap { scenario in scenario.variants.map { "\(scenario.id):\($0.id)" } }
    }

    /// The variants of the scenario named in `words`, or of the default scenario if they name none.
    static func variants(after words: [String]) -> [String] {
        let id = words.lazy.compactMap(RunSource.scenario).first
        let scenario = Catalogue.scenarios.first { $0.id == id } ?? Catalogue.scenarios[0]
        return scenario.variants.map(\.id)
    }

    /// The traces and folders whose path begins with `prefix`. Names with shell metacharacters are omitted: bash expands completions, and
    /// would run a command in a file's name.
    static func traces(beginningWith prefix: String) -> [String] {
        let last = prefix.utf8.lastIndex(of: UInt8(ascii: "/")).map(prefix.utf8.index(after:)) ?? prefix.startIndex
        let (folder, start) = (String(prefix[..<last]), prefix[last...])
        let place = folder.isEmpty ? "." : expandingTilde(folder)
        return FolderContents.names(place).filter { name in
            name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix(".")) && name != "." && name != ".."
        }.compactMap { name in
            if isFolder("\(place)/\(name)") { return "\(folder)\(name)/" }
            return name.hasSuffix(".fvz") ? folder + name : nil
        }.filter { $0.dropFirst($0.hasPrefix("~/") ? 2 : 0).allSatisfy(isPlain) }.sorted()
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "._-+,=:@%/ ".contains(character)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path with a leading tilde expanded to the user's home.
    private static func expandingTilde(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
