import FlowScreen

/// An event of the terminal, which ends a wait.
public enum TerminalInput: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// A text was pasted. Its line ends became newlines, and nothing else in it was interpreted.
    case paste(String)
    /// The terminal was resized.
    case resized(Size)
    /// INT, TERM, HUP or QUIT arrived: close the terminal, then call ``CursesTerminal/reraise(_:)``.
    case signal(Int32)
    /// The program continues after a stop; the next frame is drawn in full.
    case resumed
    /// The terminal is gone: quit.
    case hangup
    /// Another thread used the ``Waker``.
    case woken
}

/// An action of the mouse.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// The first button was pressed.
        case click
        /// The pointer moved to another cell with the first button down.
        case drag
        /// The wheel was turned away from the user.
        case wheelUp
        /// The wheel was turned toward the user.
        case wheelDown
    }

    public let action: Action
    /// The cell under the pointer.
    public let position: Point

    public init(_ action: Action, at position: Point) {
        self.action = action
        self.position = position
    }
}

/// One input from curses: a key, or an action of the mouse.
enum RawInput: Hashable {
    /// A character of the keyboard, including control characters.
    case scalar(UInt32)
    /// A key without a character, by its code in curses or in ``InputDecoder``.
    case code(Int32)
    case mouse(MouseEvent)
}
