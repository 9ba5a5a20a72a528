/// The roles and attributes one cell is drawn in.
public struct Style: Hashable, Sendable {
    /// The role of what is written.
    public var foreground: Role
    /// The role of what it is written on.
    public var background: Role
    /// Bold, underline and the like.
    public var attributes: Attributes

    /// Creates a style; without arguments, plain text on the page.
    public init(_ foreground: Role = .text, on background: Role = .page, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The same style in bold.
    public func bold() -> Style {
        adding(.bold)
    }

    /// The same style underlined.
    public func underlined() -> Style {
        adding(.underline)
    }

    /// The same style with foreground and background exchanged.
    public func reversed() -> Style {
        Style(foreground, on: background, attributes.symmetricDifference(.reverse))
    }

    /// The same style on another background.
    public func on(_ background: Role) -> Style {
        Style(foreground, on: background, attributes)
    }

    private func adding(_ more: Attributes) -> Style {
        Style(foreground, on: background, attributes.union(more))
    }
}
