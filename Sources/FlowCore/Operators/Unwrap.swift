import FlowCombine

extension Publisher {
    /// Passes on the wrapped values of optionals, and skips every `nil`.
    ///
    /// Built on `compactMap`: a `nil` does not count against demand; one more value is requested instead.
    @_disfavoredOverload
    public func unwrap<Wrapped>() -> Publishers.CompactMap<Self, Wrapped> where Output == Wrapped? { compactMap { $0 } }
}
