/// A chain that comes with the program.
public struct LibraryChain: Hashable, Sendable {
    /// The name of its file in `assets/chains`, without the ending.
    public let name: String
    /// Its text, whose first line is a comment that says what to watch.
    public let text: String

    /// What to watch.
    public var title: String { SourceText(text).title }

    public static func named(_ name: String) -> LibraryChain? { all.first { $0.name == name } }
}
