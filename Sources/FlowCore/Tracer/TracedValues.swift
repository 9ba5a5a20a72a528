/// Which values a tracer writes down.
public enum TracedValues: Hashable, Sendable {
    /// Numbers (`Int`, `Double`), truth values and strings, which cost next to nothing; of other values only that they passed, of errors
    /// the name of their type.
    case basic
    /// Every value: others by their description, cut to so many bytes.
    ///
    /// Runs the `description` of the traced program's types for every value on every edge, some microseconds each.
    case all(limit: Int)
}
