/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
    /// By itself, with this code.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)

    /// Decodes the status of waitpid.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
    }
}
