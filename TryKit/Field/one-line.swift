// Three streams that one line makes. By who yields to them and reads them they are told apart.
func pipe(_ name: String, every pause: Duration, count: Int) -> Task<Int, Never> {
    let (stream, toStream) = AsyncStream.makeStream(of: Int.self)
    Task {
        for number in 1...count {
            toStream.yield(number)
            try await Task.sleep(for: pause)
        }
        toStream.finish()
    }
    return Task {
        var read = 0
        for await _ in stream { read += 1 }
        return read
    }
}
let quick = pipe("quick", every: .milliseconds(10), count: 30)
let middle = pipe("middle", every: .milliseconds(20), count: 20)
let slow = pipe("slow", every: .milliseconds(100), count: 5)
print(await quick.value, await middle.value, await slow.value)
