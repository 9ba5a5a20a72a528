import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ends the terminal's wait from another thread.
///
/// Put what is to be done into a queue first, then wake; the loop empties the queue when it is told `woken`. Many
/// wakes before the loop gets to it are one.
public final class Waker: Sendable {
    private struct State {
        var pipe: Pipe?
        var isPending = false
    }

    private let state: Mutex<State>

    init(_ pipe: Pipe) {
        state = Mutex(State(pipe: pipe))
    }

    /// Ends the wait, now or when it begins; without effect once the terminal is closed.
    public func wake() {
        state.withLock { state in
            guard let pipe = state.pipe, !state.isPending else { return }
            state.isPending = true
            var byte: UInt8 = 1
            withUnsafeBytes(of: &byte) { pipe.writer.write($0) }
        }
    }

    /// What a wait has to watch.
    var reader: Descriptor {
        state.withLock { $0.pipe?.reader ?? .none }
    }

    /// Empties the pipe, so that the next wake counts again.
    func reset() {
        state.withLock { state in
            state.pipe?.reader.readAll { _ in }
            state.isPending = false
        }
    }

    /// Ends it for good.
    func close() {
        state.withLock { state in
            state.pipe?.close()
            state.pipe = nil
        }
    }
}
