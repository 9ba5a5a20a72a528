/// A closure as it is written.
public struct Closure: Hashable, Sendable {
    /// A value that it names.
    public struct Parameter: Hashable, Sendable {
        /// Its name, `_` where it has none.
        public let name: String
        /// Its type, `nil` where it is not written.
        public let type: TypeName?
        /// Where the name stands.
        public let span: Span
    }

    /// What it names, `nil` where it uses `$0`, or nothing.
    public let parameters: [Parameter]?
    /// The type it returns, `nil` where it is not written.
    public let result: TypeName?
    /// What it does.
    public let body: [Statement]
    /// How many of `$0`, `$1`… it uses itself: the highest and one.
    public let dollars: Int
    /// With its braces.
    public let span: Span
}
