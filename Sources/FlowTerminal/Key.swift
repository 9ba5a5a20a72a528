/// A key as the user knows it.
public enum Key: Hashable, Sendable {
    /// A key that writes something; the space bar too.
    case character(Character)
    /// Tab.
    case tab
    /// Shift and Tab.
    case backTab
    /// Return or Enter.
    case enter
    /// Escape.
    case escape
    /// Arrow up.
    case up
    /// Arrow down.
    case down
    /// Arrow left.
    case left
    /// Arrow right.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// Control or Alt with the arrow to the left, Alt and b.
    case wordLeft
    /// Control or Alt with the arrow to the right, Alt and f.
    case wordRight
    /// Delete to the left.
    case backspace
    /// Delete to the right.
    case delete
    /// Control and a character, in lower case.
    case control(Character)
}
