/// The characters of a frame.
public struct Box: Hashable, Sendable {
    /// The corner at the top left.
    public let topLeft: Character
    /// The corner at the top right.
    public let topRight: Character
    /// The corner at the bottom left.
    public let bottomLeft: Character
    /// The corner at the bottom right.
    public let bottomRight: Character
    /// Top and bottom.
    public let horizontal: Character
    /// The sides.
    public let vertical: Character
    /// Where a rule leaves the left side.
    public let teeLeft: Character
    /// Where a rule meets the right side.
    public let teeRight: Character

    /// Lines with round corners.
    public static let rounded = Box(
        topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│", teeLeft: "├",
        teeRight: "┤")

    /// ASCII lines.
    public static let ascii = Box(
        topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|", teeLeft: "+",
        teeRight: "+")
}
