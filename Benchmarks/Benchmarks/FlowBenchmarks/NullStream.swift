/// Takes text and forgets it.
struct NullStream: TextOutputStream {
    mutating func write(_ text: String) {}
}
