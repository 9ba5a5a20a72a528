import FlowScreen
import FlowTrace

/// Parses the colours of a theme's roles, which the file has below `[colors.dark]` and the like.
enum ThemeColours {
    /// The theme of a heading, `nil` if there is no theme of that name.
    static func theme(ofSection section: String) -> Theme? {
        section.hasPrefix("colors.") ? Theme.named(String(section.dropFirst("colors.".count))) : nil
    }

    /// The number of a colour given by its number from 0 to 255, by name, or as `#rrggbb`, which yields the nearest colour.
    static func number(_ value: ConfigValue) -> UInt8? {
        switch value {
        case .integer(let number): UInt8(exactly: number)
        case .text(let text): names[text.lowercased()] ?? nearest(to: text)
        case .number, .boolean, .list: nil
        }
    }

    /// The valid notations of a colour.
    static let takes = "a number from 0 to 255, \"#rrggbb\", or a name: \(Array(names.keys).sorted().joined(separator: ", "))"

    /// The colours that every terminal has; the terminal chooses their shades.
    private static let names: [String: UInt8] = {
        let words = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        let plain = words.enumerated().map { ($0.element, UInt8($0.offset)) }
        let bright = words.enumerated().map { ("bright-\($0.element)", UInt8($0.offset + 8)) }
        return Dictionary(uniqueKeysWithValues: plain + bright)
    }()

    /// The nearest of the colours from 16 on, which have the same shade on every terminal.
    private static func nearest(to text: String) -> UInt8? {
        guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let number = Int(text.dropFirst(), radix: 16)
        else { return nil }
        let wanted = [number >> 16, number >> 8 & 0xFF, number & 0xFF]
        return (16...255).min { distance($0, wanted) < distance($1, wanted) }
    }

    private static func distance(_ colour: UInt8, _ wanted: [Int]) -> Int {
        let parts = XtermPalette.components(of: colour)
        return zip([Int(parts.red), Int(parts.green), Int(parts.blue)], wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// The remedy for an unknown role.
    static func hint(forRole name: String) -> String {
        let names = Role.allCases.map(\.name)
        return Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
            ?? "roles are \(names.joined(separator: ", "))"
    }
}
