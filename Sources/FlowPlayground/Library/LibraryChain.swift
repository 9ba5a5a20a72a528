/// A built-in chain.
public struct LibraryChain: Hashable, Sendable {
    /// The name of its file in `assets/chains`, without the extension.
    public let name: String
    /// Its text, with the effect to watch as a comment in the first line.
    public let text: String

    /// The effect to watch.
    public var title: String { SourceText(text).title }

    /// All chains, by name. `.ci/chains` embeds the files in one text, each below its name.
    public static let all: [LibraryChain] = String(decoding: PackageResources.Chains_txt, as: UTF8.self)
        .split(separator: "=== ").map { part in
            let name = part.prefix { $0 != "\n" }
            return LibraryChain(name: String(name), text: String(part.dropFirst(name.count + 1)))
        }

    public static func named(_ name: String) -> LibraryChain? { all.first { $0.name == name } }
}
