/// The characters that carry meaning on the screen, in one set for Unicode and one for ASCII; a third is for lines that are read out.
///
/// Every character takes one column. In ASCII some share a character; those never appear in the same spot.
public struct Signs: Hashable, Sendable {
    /// The use of the characters.
    public enum Alphabet: Hashable, Sendable {
        case unicode, ascii
        /// Words are written for them: see ``Signs/spoken``.
        case spoken
    }

    public let alphabet: Alphabet

    /// Whether only ASCII is used.
    public var isASCII: Bool { alphabet == .ascii }

    /// A value on a track.
    public let value: Character
    /// Several values in one cell that has no room for their number.
    public let several: Character
    public let dropped: Character
    /// The end of a stream that finished.
    public let finished: Character
    /// The end of a stream that failed.
    public let failed: Character
    /// The end of a stream that was cancelled.
    public let cancelled: Character
    /// Before the number of a rule that was broken.
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
    /// A level above 0 in a chart that has its numbers in it.
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

    /// The badge of a stream that runs.
    public let live: Character
    /// The badge of a stream that waits.
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
    /// In the log, a value that went into a buffer.
    public let inward: Character = "+"
    /// In the log, a value that came out of a buffer.
    public let outward: Character
    /// In the log, a change of state.
    public let state: Character
    /// The part of a progress line that is done.
    public let progress: Character
    /// The part of a progress line that is left, also the line of titles and of the ruler.
    public let rule: Character
    /// The line of the ruler where single events are not known.
    public let coarseRule: Character
    /// The end of a span of work.
    public let spanEnd: Character
    /// Where something was cut away.
    public let cut: Character
    /// After a sum that adds up.
    public let check: String
    /// The end of a line in a text that is being typed.
    public let lineEnd: Character
    /// Between the program's name and its subject.
    public let crumb: Character
    /// Before a factor, as in ×7.
    public let times: Character
    /// Before the number of values in one place of a lane; on an ASCII screen not the sign of a drop.
    public let count: Character
    /// Between the ends of a range, as in 0–7.
    public let range: Character

    /// From one stage of a chain to the next.
    public let chainArrow: String
    /// From a stage back to the one before, as demand goes.
    public let demandArrow: String
    /// The names of the keys up, down, left and right, in this order.
    public let arrowKeys: [String]
    /// The frame of an overlay.
    public let box: Box
    /// Between two variants side by side, and between groups of keys.
    public let paneDivider: Character
}

extension Signs {
    /// For terminals that show Unicode.
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

    /// For terminals and locales that show nothing else.
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

    /// A character that is never spoken: it marks a sign whose meaning the words beside it repeat. It is in private use, and is
    /// removed from texts that have it all the same.
    public static let silent: Character = "\u{E000}"

    /// For lines that are read out: silent where a word beside the sign says the same, else a sign for which a word is put.
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
    /// Where a rule leaves the left side.
    public let teeLeft: Character
    /// Where a rule meets the right side.
    public let teeRight: Character

    /// Lines with round corners.
    public static let rounded = Box(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│", teeLeft: "├",
        teeRight: "┤")

    public static let ascii = Box(
        topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|", teeLeft: "+",
        teeRight: "+")
}
