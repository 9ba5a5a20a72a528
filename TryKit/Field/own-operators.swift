// Operators of the file itself, under names that AsyncAlgorithms has too: they run, and no others.
extension AsyncSequence where Self: Sendable, Element: Hashable & Sendable {
    /// Every value once, however far apart its copies are.
    func removeDuplicates() -> AsyncStream<Element> {
        AsyncStream { continuation in
            Task {
                var seen: Set<Element> = []
                do {
                    for try await element in self where seen.insert(element).inserted { continuation.yield(element) }
                } catch {}
                continuation.finish()
            }
        }
    }

    /// The first value of each quiet period, not the last.
    func debounce(for interval: Duration) -> AsyncStream<Element> {
        AsyncStream { continuation in
            Task {
                var last: ContinuousClock.Instant?
                do {
                    for try await element in self {
                        let now = ContinuousClock.now
                        if last.map({ now - $0 >= interval }) ?? true { continuation.yield(element) }
                        last = now
                    }
                } catch {}
                continuation.finish()
            }
        }
    }

    /// Says what passes.
    func probe(_ name: String) -> AsyncMapSequence<Self, Element> {
        map {
            print(name, $0)
            return $0
        }
    }
}
func numbers(_ all: [Int]) -> AsyncStream<Int> {
    let (stream, toStream) = AsyncStream.makeStream(of: Int.self)
    for number in all { toStream.yield(number) }
    toStream.finish()
    return stream
}
func all<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] { try await sequence.reduce(into: []) { $0.append($1) } }
print("once", try await all(numbers([1, 2, 1, 3, 2]).removeDuplicates()))
print("first", try await all(numbers([7, 8, 9]).debounce(for: .seconds(1))))
print("passed", try await all(numbers([4]).probe("mine")))
