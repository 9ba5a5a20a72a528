import FlowModel
import FlowTrace

/// A stretch in which a subscriber worked on what it had got.
public struct BusySpan: Hashable, Sendable {
    /// The moment at which the work began.
    public let start: Moment
    /// The moment at which it ended, `nil` while it goes on.
    public let end: Moment?

    func contains(_ mark: Mark) -> Bool {
        mark.sequence > start.sequence && end.map { mark.sequence < $0.sequence } ?? true
    }
}
