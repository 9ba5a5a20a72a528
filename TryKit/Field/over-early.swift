// Forty values in 0.4 s, and then 1.6 s without any: a hundred a second, over its life.
let (ticks, toTicks) = AsyncStream.makeStream(of: Int.self)
let reader = Task { for await _ in ticks {} }
for tick in 1...40 {
    toTicks.yield(tick)
    try await Task.sleep(for: .milliseconds(10))
}
toTicks.finish()
await reader.value
try await Task.sleep(for: .milliseconds(1600))
print("over")
