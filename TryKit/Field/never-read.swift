// Of two streams one is read, the other never.
let (read, toRead) = AsyncStream.makeStream(of: Int.self)
let (unread, toUnread) = AsyncStream.makeStream(of: Int.self)
let reader = Task { for await _ in read {} }
for number in 1...50 {
    toRead.yield(number)
    toUnread.yield(number)
    try await Task.sleep(for: .milliseconds(20))
}
print("over")
withExtendedLifetime((unread, reader)) {}
