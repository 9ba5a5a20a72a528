// Two loops over one AsyncThrowingStream: the standard library ends the program.
let (frames, toFrames) = AsyncThrowingStream.makeStream(of: Int.self)
let first = Task { for try await _ in frames {} }
try await Task.sleep(for: .milliseconds(100))
toFrames.yield(1)
try await Task.sleep(for: .milliseconds(100))
print("a second loop")
let second = Task { for try await _ in frames {} }
try await Task.sleep(for: .milliseconds(500))
toFrames.finish()
_ = (try await first.value, try await second.value)
print("not reached")
