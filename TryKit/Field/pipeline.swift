// A sensor measures a hundred times a second. A store takes ten a second; the newest five measurements wait for it.
let (measurements, sensor) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(5))

let store = Task {
    var stored = 0
    for await _ in measurements {
        try await Task.sleep(for: .milliseconds(100))
        stored += 1
    }
    print("stored \(stored)")
}

for number in 1...200 {
    sensor.yield(number)
    try await Task.sleep(for: .milliseconds(10))
}
sensor.finish()
try await store.value
