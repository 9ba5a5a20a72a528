import FlowOperators

/// The name of a type or of a label in a trace, with what is told by it.
///
/// Told once, for a trace may name the same for each of its records.
struct TracedName: Sendable {
    /// The longest name, in bytes; a file's facts have no longer ones.
    private static let longest = 1_024

    /// The name.
    let text: String
    /// The type's own name, without what it is generic over and what it stands in.
    let base: String
    /// The name as one would write it in source.
    let short: String

    init(_ name: String) {
        text = name.utf8.count > TracedName.longest ? String(decoding: name.utf8.prefix(TracedName.longest), as: UTF8.self) : name
        base = TypePath.base(of: text)
        short = TypeName.short(text)
    }
}
