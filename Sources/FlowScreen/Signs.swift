/// The meaningful characters on the screen: one set for Unicode, one for ASCII, and one for spoken lines.
///
/// Every character takes one column. In ASCII some signs share a character, but never in the same spot.
public struct Signs: Hashable, Sendable {
    /// The use of the characters.
    public enum Alphabet: Hashable, Sendable {
        case unicode, ascii
        /// Words replace them: see ``Signs/spoken``.
        case spoken
    }

    public let alphabet: Alphabet

    /// Whether only ASCII is used.
    public var isASCII: Bool { alphabet == .ascii }

    /// A value on a track.
    public let value: Character
    /// Several values in one cell without room for their number.
    public let several: Character
    public let dropped: Character
    /// The end of a stream that finished.
    public let finished: Character
    /// The end of a stream that failed.
    public let failed: Character
    /// The end of a stream that was cancelled.
    public let cancelled: Character
    /// Before the number of a broken rule.
    public let violation: Character
    /// The beginning of a subscription.
    public let subscribed: Character
    /// Before the number of a request.
    public let request: Character
    public let unlimited: Character
    /// A level of 0.
    public let zeroFloor: Character = "."
    /// Levels above 0 in eighths of a cell, lowest first.
    public let bars: [Character]
    /// A level above 0 in a chart with numbers.
    public let level: Character
    /// A level without limit in such a chart.
    public let levelUnlimited: Character
    /// The line of a living stream.
    public let track: Character
    /// The line of a paused stream.
    public let pausedTrack: Character
    public let paused: Character

    /// The line right of the newest cell.
    public let now: Character
    /// The line at the moment shown, or right of the newest cell while time is frozen.
    public let playhead: Character
    /// Over the moment of the caption; also before "more lanes".
    public let captionMark: Character
    /// The bar at the left of a caption.
    public let captionBar: Character
    /// The faint line below a number of the ruler; a blank for none.
    public let gridline: Character

    /// The badge of a running stream.
    public let live: Character
    /// The badge of a waiting stream.
    public let waiting: Character
    /// The badge of frozen time.
    public let frozen: Character
    /// The badge of past time.
    public let past: Character
    /// The selected lane's first row.
    public let selectionTop: Character
    /// The selected lane's other rows.
    public let selectionRest: Character

    /// In the log, before an event that another one caused.
    public let causedBy: Character
    /// In the log, a value that entered a buffer.
    public let inward: Character = "+"
    /// In the log, a value that left a buffer.
    public let outward: Character
    /// In the log, a change of state.
    public let state: Character
    /// The completed part of a progress line.
    public let progress: Character
    /// The remaining part of a progress line; also the line of titles and of the ruler.
    public let rule: Character
    /// The line of the ruler where individual events are unknown.
    public let coarseRule: Character
    /// The end of a span of work.
    public let spanEnd: Character
    /// At the end of cut text.
    public let cut: Character
    /// After a sum that adds up.
    public let check: String
    /// The end of a line in typed text.
    public let lineEnd: Character
    /// Between the program's name and its subject.
    public let crumb: Character
    /// Before a factor, such as ×7.
    public let times: Character
    /// Before the number of values in one place of a lane; in ASCII distinct from the sign of a drop.
    public let count: Character
    /// Between the ends of a range, as in 0–7.
    public let range: Character

    /// From one stage of a chain to the next.
    public let chainArrow: String
    /// From a stage back to the previous one: the direction of demand.
    public let demandArrow: String
    /// The names of the keys up, down, left and right, in this order.
    public let arrowKeys: [String]
    /// The frame of an overlay.
    public let box: Box
    /// Between two variants side by side, and between groups of keys.
    public let paneDivider: Character
}

extension Signs {
    /// The signs for terminals with Unicode.
    public static let unicode = Signs(
        alphabet: .unicode, value: "●", several: "◉", dropped: "✗", finished: "│", failed: "!", cancelled: "⊘", violation: "§",
        subscribed: "├",
        request: "▲", unlimited: "∞", bars: Array("▁▂▃▄▅▆▇█"), level: "▄", levelUnlimited: "█", track: "─", pausedTrack: "╌",
        paused: "‖",
        now: "┊", playhead: "┃", captionMark: "▾", captionBar: "▎", gridline: "┊",
        live: "▶", waiting: "▷", frozen: "■", past: "◂", selectionTop: "▌", selectionRest: "▌",
        causedBy: "└", outward: "−", state: "·", progress: "━", rule: "─", coarseRule: "┄", spanEnd: "┤",
        cut: "…", check: "✓", lineEnd: "⏎", crumb: "▸", times: "×", count: "×", range: "–",
        chainArrow: "──▸", demandArrow: "◂──", arrowKeys: ["↑", "↓", "←", "→"], box: .rounded, paneDivider: "│")

    /// The signs for terminals and locales without Unicode.
    public static let ascii = Signs(
        alphabet: .ascii, value: "o", several: "@", dropped: "X", finished: "|", failed: "!", cancelled: "/", violation: "%",
        subscribed: "[",
        request: "^", unlimited: "*", bars: Array(":-~=+*%#"), level: "=", levelUnlimited: "=", track: "-", pausedTrack: " ",
        paused: "=",
        now: ":", playhead: "|", captionMark: "v", captionBar: "|", gridline: " ",
        live: ">", waiting: "?", frozen: "#", past: "<", selectionTop: ">", selectionRest: "|",
        causedBy: "`", outward: "-", state: ".", progress: "=", rule: "-", coarseRule: ".", spanEnd: "]",
        cut: "~", check: "ok", lineEnd: "\\", crumb: ">", times: "x", count: "*", range: "-",
        chainArrow: "-->", demandArrow: "<--", arrowKeys: ["Up", "Down", "Left", "Right"], box: .ascii, paneDivider: "|")

    /// A character that is never spoken: it marks a sign whose meaning the adjacent words repeat. It is a private-use character,
    /// removed from spoken lines.
    public static let silent: Character = "\u{E000}"

    /// The signs for spoken lines: silent if an adjacent word says the same, else a sign that a word replaces.
    public static let spoken = Signs(
        alphabet: .spoken, value: silent, several: silent, dropped: silent, finished: silent, failed: silent, cancelled: silent,
        violation: "§", subscribed: silent, request: "▲", unlimited: "∞", bars: Array(repeating: silent, count: 8),
        level: silent, levelUnlimited: silent, track: silent, pausedTrack: silent, paused: silent, now: silent, playhead: silent,
        captionMark: silent, captionBar: silent, gridline: silent, live: silent, waiting: silent, frozen: silent, past: silent,
        selectionTop: silent, selectionRest: silent, causedBy: silent, outward: silent, state: silent, progress: silent,
        rule: silent, coarseRule: silent, spanEnd: silent, cut: "…", check: String(silent), lineEnd: silent, crumb: "▸",
        times: "×",
        count: "×", range: "–", chainArrow: "▸", demandArrow: "", arrowKeys: ["Up", "Down", "Left", "Right"], box: .ascii,
        paneDivider: "│")
}

/// The characters of a frame.
public struct Box: Hashable, Sendable {
    public let topLeft: Character
    public let topRight: Character
    public let bottomLeft: Character
    public let bottomRight: Character
    public let horizontal: Character
    public let vertical: Character

    /// Lines with round corners.
    public static let rounded = Box(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│")

    public static let ascii = Box(
        topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|")
}
