/// The part of a stage at which a viewer holds it.
///
/// The thread that serves viewers calls all members. Effects on the program are left to a ``HandWork``.
package protocol HeldStage: AnyObject, Sendable {
    /// The reason why it cannot be held or slowed now; `nil` if it can.
    var refusal: HandAnswer? { get }
    /// Whether it lets no value pass.
    var isHeld: Bool { get }

    /// Lets no value pass.
    func hold()
    /// Lets each later value wait for `delay` nanoseconds.
    func slow(by delay: UInt64)
    /// Lets all values pass.
    func open()
    /// Lets one value pass while it is held: one that waits, or else the next.
    func passOne()
    /// Lets the values pass whose wait is over. Returns the earliest time at which another one may be due, even one that has not
    /// arrived; `nil` if none will be.
    func passDue(at now: UInt64) -> UInt64?
}

/// Runs work that lets values pass, soon, on a thread whose descriptors are those of the program.
///
/// The runtime may start threads for it, which inherit the descriptors of their maker: the thread that serves viewers has others.
package typealias HandWork = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
