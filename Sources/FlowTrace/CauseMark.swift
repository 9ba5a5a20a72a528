/// Where a record lies in its thread's trace, so that what happens next can name it as its cause.
///
/// Valid on the thread that recorded it.
public struct CauseMark: Hashable, Sendable {
    /// The position in the thread, from 1; 0 stands for "no cause".
    let position: UInt64

    /// No cause: what is recorded under it happened by itself.
    public static let none = CauseMark(position: 0)
}
