// The reader of a channel leaves; the writer waits in send, and nobody tells it.
import AsyncAlgorithms
let parts = AsyncChannel<Int>()
let writer = Task {
    for part in 1...9 { await parts.send(part) }
    parts.finish()
}
func firstTwo() async -> Int {
    var read = 0
    for await _ in parts {
        read += 1
        try? await Task.sleep(for: .milliseconds(50))
        if read == 2 { break }
    }
    return read
}
print("read", await firstTwo())
try await Task.sleep(for: .seconds(2))
