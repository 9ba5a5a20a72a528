/// The end of a process.
public enum ExitStatus: Hashable, Sendable {
    /// It exited with this code.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)

    /// Decodes the status of waitpid.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
    }
}
