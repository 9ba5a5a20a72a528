import FlowAsync
import FlowTesting
import OpenCombine
import Testing

@Test func `a burst of twenty fits the buffer`() throws {
    let trace = record {
        let orders = PassthroughSubject<Int, Never>()
        let packer = PassthroughSubject<Void, Never>()
        let shipped =
            orders
            .buffer(size: 20, prefetch: .byRequest, whenFull: .dropOldest)
            .flatMap(maxPublishers: .max(1)) { order in packer.first().map { order } }
            .sink { _ in }
        for order in 1...20 { orders.send(order) }  // all at once
        for _ in 1...20 { packer.send() }  // then the packer takes one after the other
        orders.send(completion: .finished)
        withExtendedLifetime(shipped) {}
    }
    #expect(trace["buffer"].maxHeld == 19)
    try trace.expect(.noDrops(), .completes(), .noViolations())
}

@Test func `a stream of the newest ten holds no more`() async throws {
    let trace = await record {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(10))
        for value in 0..<20 { continuation.yield(value) }
        continuation.finish()
        for await _ in stream {}
    }
    #expect(trace["AsyncStream"].maxHeld <= 10)
    try trace.expect(.completes(), .noViolations())
}

@Test func `orders beyond ten are refused while the packer stalls`() async throws {
    let trace = try await record {
        let (orders, entry) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(10))
        let packer = Task { for await _ in orders {} }
        try await hold("for await", for: .seconds(5)) {
            for order in 1...100 { entry.yield(order) }
        }
        entry.finish()
        await packer.value
    }
    #expect(trace["AsyncStream"].maxHeld == 10)
    #expect(trace["AsyncStream"].dropped >= 89)  // one more may wait in the loop itself
}
