/// Renders a surface as text with colour escape sequences (ECMA-48 SGR).
public enum ANSIOutput {
    /// The rows, each with a newline at the end, and with a reset before it if needed, so that no background runs on.
    public static func render(_ surface: Surface, theme: Theme, mode: ColourMode = .colours256) -> String {
        (0..<surface.height).map { row($0, of: surface, theme: theme, mode: mode) + "\n" }.joined()
    }

    /// A row, with a reset at the end if needed.
    static func row(_ y: Int, of surface: Surface, theme: Theme, mode: ColourMode) -> String {
        var text = ""
        var current = Paint.plain
        for x in 0..<surface.width {
            let cell = surface[x, y]
            guard cell.kind != .wideTail else { continue }
            let paint = theme.paint(cell.style, in: mode)
            text += change(from: current, to: paint)
            current = paint
            text.unicodeScalars.append(cell.base)
            if let mark = cell.mark { text.unicodeScalars.append(mark) }
        }
        return current == .plain ? text : text + "\u{1B}[0m"
    }

    /// The shortest sequence that turns one paint into another.
    static func change(from old: Paint, to new: Paint) -> String {
        guard old != new else { return "" }
        var codes: [String] = []
        var attributes = old.attributes
        // 22 ends both bold and dim, so an attribute that stays is set again below.
        if !attributes.intersection([.bold, .dim]).subtracting(new.attributes).isEmpty {
            codes.append("22")
            attributes.subtract([.bold, .dim])
        }
        for (attribute, on, off) in switches {
            if new.attributes.contains(attribute), !attributes.contains(attribute) { codes.append(on) }
            if !new.attributes.contains(attribute), attributes.contains(attribute) { codes.append(off) }
        }
        if old.foreground != new.foreground { codes.append(new.foreground.map { "38;5;\($0)" } ?? "39") }
        if old.background != new.background { codes.append(new.background.map { "48;5;\($0)" } ?? "49") }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private static let switches: [(attribute: Attributes, on: String, off: String)] = [
        (.bold, "1", "22"), (.dim, "2", "22"), (.underline, "4", "24"), (.reverse, "7", "27"),
    ]
}

/// Renders a surface as plain text.
public enum TextOutput {
    /// The rows without trailing blanks, each with a newline.
    public static func render(_ surface: Surface) -> String {
        (0..<surface.height).reduce(into: "") { text, y in
            var scalars = Substring(surface.row(y)).unicodeScalars
            while scalars.last == " " { scalars.removeLast() }
            text.unicodeScalars.append(contentsOf: scalars)
            text += "\n"
        }
    }
}
