import FlowAsync
import FlowTrace
import Synchronization
import Testing

@Suite("probe of any sequence")
struct ProbeTests {
    enum Broken: Error { case broken }

    /// A sequence that records its requests, and the actor of each.
    struct Counting: AsyncSequence {
        let values: [Int]
        let fails: Bool
        let asked: @Sendable (String) -> Void

        struct Iterator: AsyncIteratorProtocol {
            var left: ArraySlice<Int>
            let fails: Bool
            let asked: @Sendable (String) -> Void

            mutating func next(isolation actor: isolated (any Actor)?) async throws(Broken) -> Int? {
                asked(actor.map { "\(type(of: $0))" } ?? "none")
                if left.isEmpty, fails { throw .broken }
                return left.popFirst()
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(left: values[...], fails: fails, asked: asked) }
    }

    /// The values that a consumer receives from a sequence, and the requests to the base.
    @MainActor private static func history(
        _ values: [Int], fails: Bool, taking limit: Int, isProbed: Bool
    ) async -> [String] {
        let history = Mutex<[String]>([])
        let base = Counting(values: values, fails: fails) { actor in history.withLock { $0.append("asked on \(actor)") } }
        do throws(Broken) {
            var left = limit
            if isProbed {
                var iterator = base.probe("numbers").makeAsyncIterator()
                while left > 0, let value = try await iterator.next(isolation: #isolation) {
                    history.withLock { $0.append("got \(value)") }
                    left -= 1
                }
            } else {
                var iterator = base.makeAsyncIterator()
                while left > 0, let value = try await iterator.next(isolation: #isolation) {
                    history.withLock { $0.append("got \(value)") }
                    left -= 1
                }
            }
            history.withLock { $0.append("over") }
        } catch {
            history.withLock { $0.append("threw \(error)") }
        }
        return history.withLock { $0 }
    }

    @Test(arguments: 0..<64)
    func `with and without a probe the same values, requests, executor and errors`(seed: Int) async {
        let values = Array(0..<(seed % 8))
        let (fails, limit) = (seed & 8 == 0, seed & 16 == 0 ? 100 : seed % 5)
        let bare = await ProbeTests.history(values, fails: fails, taking: limit, isProbed: false)
        let untraced = await ProbeTests.history(values, fails: fails, taking: limit, isProbed: true)
        var probed: [String] = []
        let traced = await Traced.recording {
            probed = await ProbeTests.history(values, fails: fails, taking: limit, isProbed: true)
        }

        #expect(untraced == bare)
        #expect(probed == bare)
        #expect(traced.count(.request, on: "numbers") == bare.count { $0.hasPrefix("asked") })
        #expect(traced.values(.value, on: "numbers") == bare.filter { $0.hasPrefix("got") }.map { String($0.dropFirst(4)) })
        #expect(traced.count(.failure, on: "numbers") == bare.count { $0.hasPrefix("threw") })
    }

    @Test func `a probe of a stream names its edge, and operators between probes are one stage`() async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for value in 1...3 { continuation.yield(value) }
            continuation.finish()
            for await _ in stream.probe("numbers").map({ $0 * 2 }).probe("doubled") {}
        }

        #expect(traced.graph.contains("numbers: AsyncStream -> map"))
        #expect(traced.graph.contains("doubled: map -> for await"))
        #expect(traced.values(.value, on: "doubled") == ["2", "4", "6"])
        #expect(traced.residues == [])
    }
}
