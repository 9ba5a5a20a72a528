import Dispatch
import FlowCombine

/// A search box: what is typed waits until the typing rests, only the latest search counts, and a flaky server is asked again.
enum SearchBox {
    struct Unavailable: Error {}

    static func run() {
        let typed = PassthroughSubject<String, Never>()
        let queue = DispatchQueue(label: "screen")
        let scheduler = DispatchQueue.OCombine(queue)
        let results =
            typed
            .debounce(for: .milliseconds(120), scheduler: scheduler)
            .removeDuplicates()
            .map { query in search(query, on: scheduler) }
            .switchToLatest()
            .sink { answer in print("shows", answer) }
        for text in ["f", "fl", "flo", "flow", "flow v", "flow vi", "flow viz", "flow"] {
            queue.sync { typed.send(text) }
            let rest = text == "flow" || text == "flow viz" ? 200 : 60
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(rest))
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(1))
        results.cancel()
    }

    /// The server fails every other time and takes 100 ms.
    private static func search(_ query: String, on scheduler: DispatchQueue.OCombine) -> AnyPublisher<String, Never> {
        nonisolated(unsafe) var attempts = 0
        return Deferred {
            Just(query)
                .delay(for: .milliseconds(100), scheduler: scheduler)
                .tryMap { query -> String in
                    attempts += 1
                    guard attempts % 2 == 0 else { throw Unavailable() }
                    return "results for \(query)"
                }
        }
        .retry(3)
        .replaceError(with: "no answer")
        .eraseToAnyPublisher()
    }
}
