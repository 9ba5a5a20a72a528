/// A key as the user knows it.
public enum Key: Hashable, Sendable {
    /// A key that writes something; the space bar too.
    case character(Character)
    case tab, backTab, enter, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// Control or Alt with the arrow to the left, Alt and b.
    case wordLeft
    /// Control or Alt with the arrow to the right, Alt and f.
    case wordRight
    /// Delete to the left.
    case backspace
    /// Delete to the right.
    case delete
    /// Control and a character, in lower case.
    case control(Character)

    /// What it is called on the screen and in the manual: `f`, `Space`, `S-Tab`, `←`, `^U`.
    public var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .tab: "Tab"
        case .backTab: "S-Tab"
        case .enter: "Enter"
        case .escape: "Esc"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .wordLeft: "^←"
        case .wordRight: "^→"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .control(let character): "^\(character.uppercased())"
        }
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
