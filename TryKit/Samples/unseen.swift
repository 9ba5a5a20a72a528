// What a trace does not show.
import AsyncAlgorithms

func run() async throws {
    var pair = MultiProducerSingleConsumerAsyncChannel.makeChannel(
        of: Int.self, backpressureStrategy: .watermark(low: 2, high: 4))
    var channel = pair.takeChannel()
    var source = pair.source
    try await source.send(contentsOf: 1...1)
    print("got", await channel.next() ?? 0)
}
try await run()
