// Yields for a while, and then never again, until it is ended from outside.
let (pulses, toPulses) = AsyncStream.makeStream(of: Int.self)
Task {
    for pulse in 1...100 {
        toPulses.yield(pulse)
        try await Task.sleep(for: .milliseconds(2))
    }
    try await Task.sleep(for: .seconds(1000))
    toPulses.finish()
}
for await _ in pulses {}
