import CNcurses
import LibC
import Synchronization

/// Turns signals into bytes in a pipe that a wait watches, since a signal handler may do little else.
struct SignalPipe {
    /// The handler's write end; -1 while there is none.
    private static let writer = Atomic<Int32>(-1)

    private let pipe: Pipe
    private var old: [(number: Int32, action: sigaction)] = []

    /// The signals that request the program's end.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Starts to handle the signals. An ignored signal of ``ending``, as under nohup, stays ignored.
    init() throws(TerminalError) {
        pipe = try Pipe()
        SignalPipe.writer.store(pipe.writer.number, ordering: .releasing)
        for number in SignalPipe.ending + [SIGTSTP, SIGCONT, SIGWINCH] {
            var action = sigaction()
            cn_handle(number, SignalPipe.forward, Int32(SA_RESTART), &action)
            if cn_is_ignored(&action) != 0, SignalPipe.ending.contains(number) {
                sigaction(number, &action, nil)
            } else {
                old.append((number, action))
            }
        }
    }

    /// The descriptor for a wait to watch.
    var reader: Descriptor { pipe.reader }

    /// The signals received, in order.
    func drain() -> [Int32] {
        var numbers: [Int32] = []
        pipe.reader.readAll { numbers.append(Int32($0)) }
        return numbers
    }

    /// Stops the process as SIGTSTP does by default, and returns when it continues.
    func stop() {
        var action = sigaction()
        sigaction(SIGTSTP, nil, &action)
        cn_default(SIGTSTP)
        raise(SIGTSTP)
        sigaction(SIGTSTP, &action, nil)
    }

    /// Restores the previous actions.
    func close() {
        for var entry in old { sigaction(entry.number, &entry.action, nil) }
        SignalPipe.writer.store(-1, ordering: .releasing)
        pipe.close()
    }

    private static let forward: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        number, _, _ in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.writer.load(ordering: .acquiring), &byte, 1)
        errno = saved
    }
}

/// Wakes the terminal's wait from another thread.
///
/// First queue the work, then wake; the loop empties the queue when it receives `woken`. Several wakes before that count as one.
public final class Waker: Sendable {
    private struct State {
        var pipe: Pipe?
        var isPending = false
    }

    private let state: Mutex<State>

    init(_ pipe: Pipe) { state = Mutex(State(pipe: pipe)) }

    /// Wakes the current or the next wait; without effect after the terminal is closed.
    public func wake() {
        state.withLock { state in
            guard let pipe = state.pipe, !state.isPending else { return }
            state.isPending = true
            var byte: UInt8 = 1
            withUnsafeBytes(of: &byte) { pipe.writer.write($0) }
        }
    }

    /// The descriptor for a wait to watch.
    var reader: Descriptor { state.withLock { $0.pipe?.reader ?? .none } }

    /// Empties the pipe, so that the next wake counts again.
    func reset() {
        state.withLock { state in
            state.pipe?.reader.readAll { _ in }
            state.isPending = false
        }
    }

    /// Closes the pipe.
    func close() {
        state.withLock { state in
            state.pipe?.close()
            state.pipe = nil
        }
    }
}
