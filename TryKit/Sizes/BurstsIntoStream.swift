// Bursts into an AsyncStream that keeps its oldest values; a loop that takes an uneven time for each.
// The environment variable SIZE is the size.
import Foundation

let size = ProcessInfo.processInfo.environment["SIZE"].flatMap { Int($0) } ?? 10
let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(size))
let loop = Task {
    for await value in stream { try? await Task.sleep(for: .milliseconds(16 + value * 28 % 36)) }
}
var next = 0
for burst in 0..<30 {
    for _ in 0..<(4 + burst * 5 % 13) {
        continuation.yield(next)
        next += 1
    }
    try await Task.sleep(for: .milliseconds(360))
}
continuation.finish()
await loop.value
