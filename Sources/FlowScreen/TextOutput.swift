/// A surface as plain text.
public enum TextOutput {
    /// The rows, each ended by a newline, without the blanks at their ends.
    public static func render(_ surface: Surface) -> String {
        (0..<surface.height).reduce(into: "") { text, y in
            var scalars = Substring(surface.row(y)).unicodeScalars
            while scalars.last == " " { scalars.removeLast() }
            text.unicodeScalars.append(contentsOf: scalars)
            text += "\n"
        }
    }
}
