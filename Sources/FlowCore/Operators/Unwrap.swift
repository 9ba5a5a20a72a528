import FlowCombine

extension Publisher {
    /// Passes on the wrapped values of optionals and leaves out every `nil`.
    ///
    /// An operator by extension, on `compactMap`: a `nil` does not count against demand, one more value is asked for instead.
    @_disfavoredOverload
    public func unwrap<Wrapped>() -> Publishers.CompactMap<Self, Wrapped> where Output == Wrapped? { compactMap { $0 } }
}
