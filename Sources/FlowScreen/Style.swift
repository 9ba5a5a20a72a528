/// The roles and attributes of one cell.
public struct Style: Hashable, Sendable {
    /// The role of the text.
    public var foreground: Role
    /// The role of the background.
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
    public func bold() -> Style { adding(.bold) }

    /// The same style underlined.
    public func underlined() -> Style { adding(.underline) }

    /// The same style with foreground and background exchanged.
    public func reversed() -> Style { Style(foreground, on: background, attributes.symmetricDifference(.reverse)) }

    /// The same style on another background.
    public func on(_ background: Role) -> Style { Style(foreground, on: background, attributes) }

    private func adding(_ more: Attributes) -> Style { Style(foreground, on: background, attributes.union(more)) }
}

/// The meaning of a colour; a theme gives each role its colour.
///
/// Hue stands for the fate of a value (sent, held, asked, got, lost), never for its lane.
public enum Role: UInt8, CaseIterable, Hashable, Sendable {
    /// The background of the page.
    case page
    /// The background of captions and overlays.
    case caption
    /// The background of header and footer.
    case bar
    /// The background of the caption's moment in every lane.
    case mark
    /// Plain text.
    case text
    /// Emphasised words, and an end without failure. A cancel is such an end: `first`, `break` and many others cancel a stream.
    case strong
    /// Explanations.
    case muted
    /// Values as the source sent them.
    case sent
    /// Text about the contents of a buffer.
    case held
    /// The fill of a buffer's chart.
    case heldBar
    /// Text about demand.
    case asked
    /// The fill of a demand chart.
    case askedBar
    /// Values as the output received them, and the live badge.
    case got
    /// Dropped values.
    case lost
    /// Failures.
    case error
    /// Names of keys.
    case key
    /// The selected lane's mark.
    case selection
    /// The past: its badge and playhead, and spans of work.
    case past
    /// Frozen time.
    case frozen
    /// The background of the header while the sink is paused.
    case paused
    /// Text on `paused`.
    case ink
    /// The line of a living stream.
    case track
    /// Rules and the lines of titles.
    case rule
    /// The lanes behind an overlay or after the playhead.
    case ghost
    /// The faint time grid.
    case grid

    /// Its name in the settings file, in the words of the screen: `held-bar`, `dropped`.
    public var name: String {
        self == .lost ? "dropped" : "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    /// Whether the role is a background for text, rather than a badge.
    var isGround: Bool { [.page, .caption, .bar, .mark, .ink].contains(self) }
}

/// The attributes of text besides its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let underline = Attributes(rawValue: 2)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 4)
    /// Fainter; used only where there is no colour.
    public static let dim = Attributes(rawValue: 8)
}
