/// The bounded memory of a recorder without a file: chunks are claimed by writers and given back by the reader when drained.
final class ChunkPool: ChunkStore {
    private struct State {
        var free: [Chunk] = []
        var claimed = 0
    }

    private let state = Guarded(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    func claim(thread: UInt32, time: UInt64) -> Chunk? {
        state.withLock { state in
            guard state.claimed < limit else { return nil }
            state.claimed += 1
            return state.free.popLast() ?? Chunk()
        }
    }

    func leave(_ chunk: Chunk) {
        chunk.isLeft.store(true, ordering: .releasing)
    }

    func release(_ chunk: Chunk) {
        chunk.reset()
        state.withLock { state in
            state.claimed -= 1
            state.free.append(chunk)
        }
    }
}
