/// A choice of one of xterm's 256 colours for each role.
public struct Theme: Hashable, Sendable {
    /// The name by which the user picks it.
    public let name: String
    private var colours: [UInt8]

    /// Light text on a dark page.
    public static let dark = Theme(
        name: "dark", page: [234, 235, 236, 237], words: [252, 231, 248],
        values: [80, 147, 61, 221, 136, 114, 209, 203], states: [117, 117, 176, 75, 221, 233], lines: [243, 240, 241, 237])

    /// Dark text on a light page.
    public static let light = Theme(
        name: "light", page: [231, 255, 254, 254], words: [236, 16, 240],
        values: [25, 55, 98, 94, 136, 22, 160, 88], states: [25, 25, 90, 25, 220, 16], lines: [245, 250, 249, 253])

    /// Light text on a black page, with strong hues.
    public static let contrast = Theme(
        name: "contrast", page: [16, 235, 235, 237], words: [231, 231, 252],
        values: [87, 189, 141, 227, 178, 120, 215, 210], states: [123, 123, 219, 117, 226, 16], lines: [248, 246, 244, 238])

    /// Every theme, in the order of the theme key.
    public static let all: [Theme] = [.dark, .light, .contrast]

    /// The theme of that name, if there is one.
    public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

    /// Creates a theme; the colours are in the order of ``Role``'s cases.
    private init(name: String, page: [UInt8], words: [UInt8], values: [UInt8], states: [UInt8], lines: [UInt8]) {
        self.name = name
        colours = page + words + values + states + lines
        precondition(colours.count == Role.allCases.count, "Theme \(name) has \(colours.count) colours, not one for each role")
    }

    /// The colour number of `role`.
    public subscript(role: Role) -> UInt8 {
        get { colours[Int(role.rawValue)] }
        set { colours[Int(role.rawValue)] = newValue }
    }

    /// The paint of a style.
    ///
    /// With colour, nothing is dim, since terminals show dim differently. Without colour, `muted` and `ghost` are dim, and text
    /// on badges and on the paused header is reversed.
    public func paint(_ style: Style, in mode: ColourMode) -> Paint {
        switch mode {
        case .colours256:
            return Paint(
                foreground: self[style.foreground], background: self[style.background],
                attributes: style.attributes.subtracting(.dim))
        case .none:
            var attributes = style.attributes
            if style.foreground == .muted || style.foreground == .ghost { attributes.insert(.dim) }
            if !style.background.isGround { attributes.formSymmetricDifference(.reverse) }
            return Paint(foreground: nil, background: nil, attributes: attributes)
        }
    }
}

/// A style for a terminal: colour numbers instead of roles.
public struct Paint: Hashable, Sendable {
    /// The colour of the text, 0…255; `nil` for the terminal's default.
    public let foreground: UInt8?
    /// The colour of the background, 0…255; `nil` for the terminal's default.
    public let background: UInt8?
    /// Bold, underline and the like.
    public let attributes: Attributes

    /// The terminal's default paint.
    public static let plain = Paint(foreground: nil, background: nil, attributes: [])

    public init(foreground: UInt8?, background: UInt8?, attributes: Attributes) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

/// Whether colours are used.
public enum ColourMode: Hashable, Sendable {
    /// The 256 colours of xterm.
    case colours256
    /// Bold, dim, reverse and underline only.
    case none
}

/// The colours behind xterm's 256 numbers.
public enum XtermPalette {
    /// Red, green and blue of a colour number.
    ///
    /// Users configure the numbers below 16 in their terminals; these are xterm's defaults.
    public static func components(of index: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        switch index {
        case 0..<16: return basic[Int(index)]
        case 16..<232:
            let cube = index - 16
            return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        default:
            let grey = 8 + (index - 232) * 10
            return (grey, grey, grey)
        }
    }

    /// A colour number as `#rrggbb`.
    public static func hex(_ index: UInt8) -> String {
        let (red, green, blue) = components(of: index)
        return [red, green, blue].reduce(into: "#") { text, component in
            text += component < 16 ? "0" : ""
            text += String(component, radix: 16)
        }
    }

    /// One of the six steps of the colour cube.
    private static func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + step * 40 }

    private static let basic: [(red: UInt8, green: UInt8, blue: UInt8)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
}
