// Producers of a channel with watermarks wait while too much is held.
import AsyncAlgorithms
func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        var made = MultiProducerSingleConsumerAsyncChannel.makeChannel(of: Int.self, backpressureStrategy: .watermark(low: 1, high: 3))
        var rows = made.takeChannel()
        var writer = made.source
        group.addTask { try await writer.send(contentsOf: 1...12) }
        var read = 0
        while read < 12, await rows.next() != nil {
            read += 1
            try await Task.sleep(for: .milliseconds(20))
        }
        print("read", read)
        try await group.waitForAll()
    }
}
try await run()
