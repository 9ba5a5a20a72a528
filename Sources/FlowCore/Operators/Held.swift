import FlowTrace

/// A value in a store, with its description made once, before any lock is taken.
struct Held<Value> {
    /// The value itself.
    let value: Value
    /// What a trace shows for it, `nil` where nobody records.
    let trace: TraceValue?
}
