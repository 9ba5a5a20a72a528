/// A name that is known at a place.
struct Name {
    /// The name; `nil` for a closure's `$0` and for what is not named.
    let text: String?
    /// What it stands for, but for its term, which is its place.
    let value: Typed
}
