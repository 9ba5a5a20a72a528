import FlowScreen

/// What ended a wait for the terminal.
public enum TerminalInput: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// A text was pasted; lines in it end in a newline, and nothing else in it was looked at.
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
