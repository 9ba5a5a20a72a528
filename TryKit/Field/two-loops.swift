// Two loops over one stream: each expects every value, and gets a part.
let (frames, toFrames) = AsyncStream.makeStream(of: Int.self)
func count() -> Task<Int, Never> {
    Task {
        var count = 0
        for await _ in frames { count += 1 }
        return count
    }
}
let (screen, detector) = (count(), count())
for frame in 1...20 {
    toFrames.yield(frame)
    try await Task.sleep(for: .milliseconds(20))
}
toFrames.finish()
let (a, b) = (await screen.value, await detector.value)
print("together", a + b)
