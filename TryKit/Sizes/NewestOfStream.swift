// A steady source into an AsyncStream that keeps its newest values; a loop that now and then takes long.
// The environment variable SIZE is the size.
import Foundation

let size = ProcessInfo.processInfo.environment["SIZE"].flatMap { Int($0) } ?? 4
let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(size))
let loop = Task {
    var taken = 0
    for await _ in stream {
        taken += 1
        try? await Task.sleep(for: .milliseconds(taken % 20 == 0 ? 480 : 16))
    }
}
for value in 0..<400 {
    continuation.yield(value)
    try await Task.sleep(for: .milliseconds(32))
}
continuation.finish()
await loop.value
