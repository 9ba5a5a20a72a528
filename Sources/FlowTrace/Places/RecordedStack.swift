/// A stack of calls with names, for a reader.
public struct RecordedStack: Hashable, Sendable {
    /// What the innermost call did.
    public enum Purpose: Hashable, Sendable {
        /// It subscribed, or made a stream.
        case made
        /// It fed a stream.
        case fed
    }

    /// A function on the stack, or one inlined into it.
    public struct Frame: Hashable, Sendable {
        public let place: SourcePlace
        /// Whether the program's authors wrote it; otherwise it belongs to a library or to Swift.
        public let isUsers: Bool

        public init(_ place: SourcePlace, isUsers: Bool) { (self.place, self.isUsers) = (place, isUsers) }
    }

    public let purpose: Purpose
    /// The innermost first.
    public let frames: [Frame]

    public init(_ purpose: Purpose, _ frames: [Frame]) { (self.purpose, self.frames) = (purpose, frames) }
}
