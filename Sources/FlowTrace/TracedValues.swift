/// The values that a tracer records.
public enum TracedValues: Hashable, Sendable {
    /// Cheap values: integers and floating-point numbers of every width, truth values, `String`, `Substring`, `Character`,
    /// `Void`, and optionals of these. Of any other value only the type is recorded, and of an error only the name of its type.
    case basic
    /// Every value: expensive ones by their description, cut to `limit` bytes; a trace file keeps at most 4096 of them.
    ///
    /// Runs the `description` of the traced program's types for every value on every edge, some microseconds each, on the
    /// delivering thread. Values that a description itself sends through a pipeline are traced, but not described. A description
    /// that waits for a lock held by the sender deadlocks the program; use ``basic`` there.
    case all(limit: Int)
}
