/// Yields 100 prices in a second to a loop that takes 20 a second.
@main
enum Prices {
    static func main() async throws {
        let (prices, continuation) = AsyncStream.makeStream(of: Int.self)
        let reader = Task {
            for await price in prices {
                try await Task.sleep(for: .milliseconds(50))
                print("stored", price)
            }
        }
        for price in 1...100 {
            continuation.yield(price)
            try await Task.sleep(for: .milliseconds(10))
        }
        continuation.finish()
        try await reader.value
    }
}
