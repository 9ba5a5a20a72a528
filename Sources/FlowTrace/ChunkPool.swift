/// The recorder's bounded store of chunks: claimed by writers, given back by the reader when drained.
final class ChunkPool: Sendable {
    private struct State {
        var free: [Chunk] = []
        var claimed = 0
    }

    private let state = Guarded(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// An empty chunk, or `nil` when all are in use.
    func claim() -> Chunk? {
        state.withLock { state in
            guard state.claimed < limit else { return nil }
            state.claimed += 1
            return state.free.popLast() ?? Chunk()
        }
    }

    /// Takes a drained chunk back.
    func release(_ chunk: Chunk) {
        chunk.reset()
        state.withLock { state in
            state.claimed -= 1
            state.free.append(chunk)
        }
    }
}
