/// A value that threads of a test hand each other, one at a time.
///
/// Proof for `@unchecked`: each test lets one thread at a time at it, by joining threads or by an atomic that is waited for.
final class Handed<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
