/// A key of the keyboard, as a user would name it.
public enum Key: Hashable, Sendable {
    /// A key that types a character, including the space bar.
    case character(Character)
    case tab, backTab, enter, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// Control or Alt with the left arrow, or Alt-b.
    case wordLeft
    /// Control or Alt with the right arrow, or Alt-f.
    case wordRight
    /// Deletes to the left.
    case backspace
    /// Deletes to the right.
    case delete
    /// Control and a character, in lower case.
    case control(Character)

    /// Its name on the screen and in the manual: `f`, `Space`, `S-Tab`, `←`, `^U`.
    public var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(" "): "^Space"
        case .control(let character): "^\(character.uppercased())"
        default: Key.names[self]?[0] ?? ""
        }
    }

    /// Its name in typed text: `f`, `Space`, `S-Tab`, `Left`, `C-u`.
    public var spelling: String {
        switch self {
        case .character: name
        case .control(let character): "C-\(character == " " ? "Space" : String(character))"
        default: Key.names[self]?.first { $0.utf8.allSatisfy { $0 < 0x80 } && !$0.hasPrefix("^") } ?? ""
        }
    }

    /// The names of keys that type nothing: the one on the screen, then others.
    private static let names: [Key: [String]] = [
        .tab: ["Tab"], .backTab: ["S-Tab", "BackTab"], .enter: ["Enter", "Return"], .escape: ["Esc", "Escape"],
        .up: ["↑", "Up"], .down: ["↓", "Down"], .left: ["←", "Left"], .right: ["→", "Right"], .home: ["Home"], .end: ["End"],
        .pageUp: ["PgUp", "PageUp"], .pageDown: ["PgDn", "PageDown"], .wordLeft: ["^←", "C-Left"], .wordRight: ["^→", "C-Right"],
        .backspace: ["Backspace"], .delete: ["Del", "Delete"],
    ]

    private static let named = Dictionary(
        uniqueKeysWithValues: names.flatMap { key, names in names.map { ($0.lowercased(), key) } })
}

extension Key {
    /// The key with a name, as shown or as typed; `nil` if there is none.
    ///
    /// Case matters only in a single character: `s` and `S` are two keys, `pgup` and `PgUp` one.
    public init?(_ name: String) {
        if let key = Key.named[name.lowercased()] {
            self = key
        } else if name.lowercased() == "space" {
            self = " "
        } else if let rest = ["^", "c-"].first(where: { name.lowercased().hasPrefix($0) }).map({ name.dropFirst($0.count) }),
            let key = Key.controlled(rest.lowercased())
        {
            self = key
        } else {
            guard let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1, Key.isVisible(scalar) else {
                return nil
            }
            self = .character(Character(scalar))
        }
    }

    /// The key that a terminal reports for Control and another key: for Control and `i`, for example, Tab.
    private static func controlled(_ name: String) -> Key? {
        switch name {
        case "space": return .control(" ")
        case "h": return .backspace
        case "i": return .tab
        case "j", "m": return .enter
        case "[": return .escape
        default: break
        }
        guard let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 else { return nil }
        return ("a"..."z").contains(scalar) || ["\\", "]", "^", "_"].contains(scalar) ? .control(Character(scalar)) : nil
    }

    /// Whether the terminal may handle it itself: to interrupt, to suspend, to quit, or to control output.
    public var isReservedByTerminal: Bool { ["c", "z", "\\", "s", "q"].contains { self == .control($0) } }

    /// Whether a scalar is visible by itself.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let width = TextWidth.width(of: Character(scalar))
        return width > 0 && !scalar.properties.isWhitespace && TextWidth.sanitised(String(scalar)) == String(scalar)
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
