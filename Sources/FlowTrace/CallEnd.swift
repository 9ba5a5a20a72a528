/// The end of a call that delivered a value: its return, or an earlier moment at which the subscriber passed on a value or an
/// end. It is not an event.
package struct CallEnd: Sendable {
    /// The edge on which the value was delivered.
    package let edge: EdgeID
    /// In nanoseconds since time 0.
    package let time: UInt64
    /// The sequence number of the last event before it.
    package let position: Int
    /// Its number among all ends of calls, from 1.
    package let number: Int
}
