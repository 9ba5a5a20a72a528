/// A chain that comes with the program.
public struct LibraryChain: Hashable, Sendable {
    /// The name of its file in `assets/chains`, without the ending.
    public let name: String
    /// Its text, whose first line is a comment with the effect to watch.
    public let text: String

    /// The effect to watch.
    public var title: String { SourceText(text).title }

    /// All of them, by name. `.ci/chains` writes the files, each below its name, into the text that is embedded here.
    public static let all: [LibraryChain] = String(decoding: PackageResources.Chains_txt, as: UTF8.self)
        .split(separator: "=== ").map { part in
            let name = part.prefix { $0 != "\n" }
            return LibraryChain(name: String(name), text: String(part.dropFirst(name.count + 1)))
        }

    public static func named(_ name: String) -> LibraryChain? { all.first { $0.name == name } }
}
