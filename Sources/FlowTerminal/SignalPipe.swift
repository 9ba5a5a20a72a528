import CNcurses
import LibC
import Synchronization

/// Turns signals into bytes that a wait can watch: a handler may do next to nothing else.
struct SignalPipe {
    /// The end that the handler writes to; -1 while there is none.
    private static let writer = Atomic<Int32>(-1)

    private let pipe: Pipe
    private var old: [(number: Int32, action: sigaction)] = []

    /// Signals that ask the program to end.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Takes over the signals; those of ``ending`` that are ignored, as under nohup, stay so.
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

    /// The descriptor that a wait has to watch.
    var reader: Descriptor { pipe.reader }

    /// The signals that came, in order.
    func drain() -> [Int32] {
        var numbers: [Int32] = []
        pipe.reader.readAll { numbers.append(Int32($0)) }
        return numbers
    }

    /// Stops the process as SIGTSTP does by itself, and returns when it goes on.
    func stop() {
        var action = sigaction()
        sigaction(SIGTSTP, nil, &action)
        cn_default(SIGTSTP)
        raise(SIGTSTP)
        sigaction(SIGTSTP, &action, nil)
    }

    /// Puts the actions back that were there before.
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

/// Ends the terminal's wait from another thread.
///
/// Put the work into a queue first, then wake; the loop empties the queue when it gets `woken`. Many wakes before the loop gets
/// to it are one.
public final class Waker: Sendable {
    private struct State {
        var pipe: Pipe?
        var isPending = false
    }

    private let state: Mutex<State>

    init(_ pipe: Pipe) { state = Mutex(State(pipe: pipe)) }

    /// Ends the wait, now or when it begins; without effect once the terminal is closed.
    public func wake() {
        state.withLock { state in
            guard let pipe = state.pipe, !state.isPending else { return }
            state.isPending = true
            var byte: UInt8 = 1
            withUnsafeBytes(of: &byte) { pipe.writer.write($0) }
        }
    }

    /// The descriptor that a wait has to watch.
    var reader: Descriptor { state.withLock { $0.pipe?.reader ?? .none } }

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
