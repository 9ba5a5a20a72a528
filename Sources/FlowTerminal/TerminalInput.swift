import FlowScreen

/// The reason why a wait for the terminal ended.
public enum TerminalInput: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// A text was pasted; lines in it end in a newline, and nothing else in it was interpreted.
    case paste(String)
    /// The terminal has another size now.
    case resized(Size)
    /// INT, TERM, HUP or QUIT came: close the terminal, then call ``CursesTerminal/reraise(_:)``.
    case signal(Int32)
    /// The program was stopped and goes on; the next frame is drawn in full.
    case resumed
    /// The terminal is gone: quit.
    case hangup
    /// Another thread used the ``Waker``.
    case woken
}

/// Something done with the mouse.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// The first button was pressed.
        case click
        /// The pointer moved to another cell while that button was down.
        case drag
        /// The wheel was turned away from the user.
        case wheelUp
        /// The wheel was turned toward the user.
        case wheelDown
    }

    public let action: Action
    /// The cell the pointer was over.
    public let position: Point

    public init(_ action: Action, at position: Point) {
        self.action = action
        self.position = position
    }
}

/// Input of curses for one key.
enum RawInput: Hashable {
    /// A character of the keyboard, control characters included.
    case scalar(UInt32)
    /// A key with a separate code.
    case code(Int32)
    case mouse(MouseEvent)
}
