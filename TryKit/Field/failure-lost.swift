// The source fails while the loop works on a value: debounce keeps the failure to itself, and the loop sees an ordinary end.
import AsyncAlgorithms
struct Unplugged: Error {}
let (readings, toReadings) = AsyncThrowingStream.makeStream(of: Int.self)
let reader = Task {
    do {
        for try await _ in readings.debounce(for: .milliseconds(20)) { try await Task.sleep(for: .milliseconds(500)) }
        return "finished"
    } catch { return "failed: \(error)" }
}
toReadings.yield(1)
try await Task.sleep(for: .milliseconds(200))
toReadings.finish(throwing: Unplugged())
print(await reader.value)
