/// The values that a tracer records.
public enum TracedValues: Hashable, Sendable {
    /// Cheap values: integers and floating-point numbers of every width, truth values, `String`, `Substring`, `Character`,
    /// `Void`, and optionals of these. Of other values only the type, of errors the name of the type.
    case basic
    /// Every value: other ones by their description, cut to `limit` bytes, of which a trace file keeps 4096.
    ///
    /// Runs the `description` of the traced program's types for every value on every edge, some microseconds each, on the
    /// delivering thread. Values that a description itself sends through a pipeline are traced, but not described. A description
    /// that waits for a lock held by the sender deadlocks the program; do not use it there.
    case all(limit: Int)
}
