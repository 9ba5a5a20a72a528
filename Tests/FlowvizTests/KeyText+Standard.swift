import FlowViews

extension KeyText: CustomStringConvertible {
    /// The sentence with the standard keys.
    public var description: String { text(in: .standard) }
}
