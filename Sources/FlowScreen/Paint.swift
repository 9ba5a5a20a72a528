/// A style as a terminal is told it: colour numbers instead of roles.
public struct Paint: Hashable, Sendable {
    /// The colour of what is written, 0…255; `nil` is the terminal's own.
    public let foreground: UInt8?
    /// The colour behind it, 0…255; `nil` is the terminal's own.
    public let background: UInt8?
    /// Bold, underline and the like.
    public let attributes: Attributes

    /// The terminal's own look.
    public static let plain = Paint(foreground: nil, background: nil, attributes: [])

    public init(foreground: UInt8?, background: UInt8?, attributes: Attributes) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
