import Dispatch

/// Sends every price to three readers, each with a stream of its own. The second stops reading, waits for something that never comes,
/// and nobody unsubscribes it.
///
/// Nothing in this program imports flowviz: a flag does, in the package's manifest. Which of the three streams grows?
@main
enum StalledReader {
    static func main() async {
        let readers = (1...3).map { reader(number: $0) }
        for price in 1...600 {
            for reader in readers { reader.yield(price) }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
        }
    }

    private static func reader(number: Int) -> AsyncStream<Int>.Continuation {
        let (prices, continuation) = AsyncStream.makeStream(of: Int.self)
        Task.detached {
            var best = 0
            for await price in prices {
                best = max(best, price)
                if number == 2, price == 50 { await never() }
            }
        }
        return continuation
    }

    private static func never() async {
        for await _ in AsyncStream<Never>(unfolding: {
            try? await Task.sleep(for: .seconds(1_000)); return nil
        }) {}
    }
}
