/// Renders frames as a terminal recording: an asciicast, version 2, for asciinema and others.
public enum CastOutput {
    /// The recording: a header, then one event a line, with the changed rows of a frame.
    ///
    /// - Parameters:
    ///   - frames: At least one frame; all of one size.
    ///   - times: The time of each frame, in seconds from the first, increasing.
    public static func render(_ frames: [Surface], at times: [Double], theme: Theme, mode: ColourMode = .colours256) -> String {
        precondition(frames.first.map { first in frames.allSatisfy { $0.size == first.size } } ?? false, "frames of one size")
        precondition(frames.count == times.count, "a time for each of \(frames.count) frames, not \(times.count)")
        var rows: [String] = []
        var cast = "{\"version\":2,\"width\":\(frames[0].width),\"height\":\(frames[0].height)}\n"
        for (index, frame) in frames.enumerated() {
            let drawn = (0..<frame.height).map { ANSIOutput.row($0, of: frame, theme: theme, mode: mode) }
            var text = index == 0 ? "\u{1B}[?25l\u{1B}[2J" : ""
            for y in drawn.indices where rows.isEmpty || rows[y] != drawn[y] { text += "\u{1B}[\(y + 1);1H" + drawn[y] }
            rows = drawn
            if index == frames.count - 1 { text += "\u{1B}[?25h" }
            let time = (times[index] * 1e6).rounded() / 1e6
            // The last frame has an event even without changes: it ends the recording, and shows the cursor again.
            if !text.isEmpty { cast += "[\(time),\"o\",\"\(escaped(text))\"]\n" }
        }
        return cast
    }

    /// The content of a JSON string.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\"", "\\": escaped += "\\\(scalar)"
            case "\u{1B}": escaped += "\\u001b"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
