/// A stretch of a thread's work with one record as its cause.
///
/// Proof for the unmanaged writer: the thread holds on to it for as long as the recorder lives, and whoever has a scope open keeps the
/// recorder.
package struct CauseScope {
    let writer: Unmanaged<ThreadWriter>
    /// The cause before.
    let outer: CauseMark
}
