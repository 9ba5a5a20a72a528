import AsyncAlgorithms

// A stream whose consumer is slower than its producer, and a channel.
let (numbers, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(5))
let channel = AsyncChannel<String>()

let consumer = Task {
    for await number in numbers {
        try? await Task.sleep(for: .milliseconds(20))
        await channel.send("number \(number)")
    }
    channel.finish()
}
Task {
    for number in 1...20 {
        continuation.yield(number)
        try? await Task.sleep(for: .milliseconds(5))
    }
    continuation.finish()
}
for await text in channel { print(text) }
print("over")
