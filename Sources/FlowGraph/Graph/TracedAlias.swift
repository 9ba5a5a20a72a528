import FlowTrace

/// A publisher that was subscribed with the subscriber of a known edge.
struct TracedAlias {
    /// The subscriber, erased or not.
    let key: HookKey
    /// The publisher object, 0 for none, and the tag of its type.
    var publisher = HookKey(id: 0, tag: 0)
}
