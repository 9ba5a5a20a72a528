// One line makes a stream again and again: twelve are read to their end, the last two never.
func make() -> (AsyncStream<Int>, AsyncStream<Int>.Continuation) {
    let made = AsyncStream.makeStream(of: Int.self)
    return (made.stream, made.continuation)
}
for _ in 1...12 {
    let (stream, toStream) = make()
    for number in 1...2 { toStream.yield(number) }
    toStream.finish()
    for await _ in stream { try await Task.sleep(for: .milliseconds(5)) }
}
for _ in 1...2 {
    let (_, toStream) = make()
    for number in 1...3 { toStream.yield(number) }
    toStream.finish()
}
print("over")
