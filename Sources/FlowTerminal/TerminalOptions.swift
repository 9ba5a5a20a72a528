/// What the user wants of the terminal.
public struct TerminalOptions: Hashable, Sendable {
    /// Whether to show nothing but ASCII.
    public var ascii: Bool
    /// Whether to use colours, where there are any.
    public var colour: Bool
    /// Whether to ask for clicks and the wheel, where there is a mouse.
    public var mouse: Bool

    /// Creates options; without arguments, all that the terminal has to give.
    public init(ascii: Bool = false, colour: Bool = true, mouse: Bool = true) {
        self.ascii = ascii
        self.colour = colour
        self.mouse = mouse
    }
}
