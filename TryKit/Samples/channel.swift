// A file that imports AsyncAlgorithms: its channels, and what it spells in full, are traced.
import AsyncAlgorithms

let channel = AsyncChannel<Int>()
let failing = AsyncAlgorithms.AsyncThrowingChannel<Int, any Error>()
let producer = Task {
    for n in 1...3 { await channel.send(n) }
    channel.finish()
    await failing.send(4)
    failing.finish()
}
for await n in channel.map({ $0 * 2 }).removeDuplicates() { print("got", n) }
for try await n in failing { print("got", n) }
