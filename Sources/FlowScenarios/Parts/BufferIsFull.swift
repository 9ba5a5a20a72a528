/// The error of a buffer that fails when it overflows.
struct BufferIsFull: Error, CustomStringConvertible {
    var description: String { "the buffer is full" }
}
