/// What a colour stands for; a theme gives each role its colour.
///
/// Hue says what happened to a value (sent, held, asked, got, lost), never which lane it is in.
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
    /// Words that stand out, and the end of a finished stream.
    case strong
    /// Words that explain.
    case muted
    /// Values as the source sent them.
    case sent
    /// Text about what a buffer holds.
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
    /// Failures and cancellations.
    case error
    /// Names of keys.
    case key
    /// The selected lane's mark.
    case selection
    /// The past: its badge and playhead, and spans of work.
    case past
    /// Frozen time.
    case frozen
    /// The ground of the header while the sink is paused.
    case paused
    /// Text on `paused`.
    case ink
    /// The line of a living stream.
    case track
    /// Rules and titles' lines.
    case rule
    /// What lies behind an overlay or after the playhead.
    case ghost
    /// The faint time grid.
    case grid

    /// Whether the role is one of the grounds that text is drawn on, rather than a badge.
    var isGround: Bool {
        switch self {
        case .page, .caption, .bar, .mark, .ink: true
        default: false
        }
    }
}
