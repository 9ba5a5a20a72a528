/// A chain that comes with the program, to be looked at and changed.
public struct LibraryChain: Hashable, Sendable {
    /// Its name, that of its file in `assets/chains` without the ending.
    public let name: String
    /// Its text; the first line is a comment that says what to look at.
    public let text: String

    /// What to look at.
    public var title: String {
        SourceText(text).title
    }

    /// The one with a name, `nil` where there is none.
    public static func named(_ name: String) -> LibraryChain? {
        all.first { $0.name == name }
    }
}
