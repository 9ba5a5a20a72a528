/// Which subscriber or subscription a hook record is about.
///
/// The stream library's identifiers are addresses, reused after the object is gone, and some operators lend theirs to others. The tag
/// tells those apart: a hash of the type and, for small ones, of the stored bytes.
public struct HookKey: Hashable, Sendable {
    /// The stream library's identifier.
    public let id: UInt64
    /// A hash of the type and of the bytes of the value.
    public let tag: UInt32

    public init(id: UInt64, tag: UInt32) {
        self.id = id
        self.tag = tag
    }
}
