import FlowScreen

/// Something done with the mouse.
public struct MouseEvent: Hashable, Sendable {
    /// What was done.
    public enum Action: Hashable, Sendable {
        /// The first button was pressed.
        case click
        /// The wheel was turned away from the user.
        case wheelUp
        /// The wheel was turned toward the user.
        case wheelDown
    }

    /// What was done.
    public let action: Action
    /// The cell the pointer was over.
    public let position: Point

    public init(_ action: Action, at position: Point) {
        self.action = action
        self.position = position
    }
}
