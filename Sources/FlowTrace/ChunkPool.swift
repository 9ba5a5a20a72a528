import Synchronization

/// The bounded memory of a recorder without a file: chunks are claimed by writers and given back by the reader when drained.
final class ChunkPool: ChunkStore {
    private struct State {
        var free: [Chunk] = []
        var claimed = 0
    }

    private let state = Guarded(State())
    /// Whether all are claimed; so that nobody takes the lock to hear it.
    private let isFull = Atomic<Bool>(false)
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    func claim(thread: UInt32, time: UInt64) -> Chunk? {
        guard !isFull.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            guard state.claimed < limit else { return nil }
            state.claimed += 1
            isFull.store(state.claimed == limit, ordering: .relaxed)
            return state.free.popLast() ?? Chunk()
        }
    }

    func leave(_ chunk: Chunk) {
        chunk.isLeft.store(true, ordering: .releasing)
    }

    /// What is drained comes to an end with its thread.
    func takeOver(_ writer: ThreadWriter) -> Bool { false }

    func release(_ chunk: Chunk) {
        chunk.reset()
        state.withLock { state in
            state.claimed -= 1
            isFull.store(false, ordering: .relaxed)
            state.free.append(chunk)
        }
    }
}
