import LibC

/// Blocks the signals that would end flowviz and delivers them one by one, so that flowviz can stop its child processes first.
package final class SignalForwarding {
    private var set = sigset_t()
    private var before = sigset_t()
    /// The signal that ``next()`` returned last.
    package private(set) var last: Int32?
    private static let all: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    package init() {
        sigemptyset(&set)
        for signal in SignalForwarding.all { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, &before)
    }

    deinit { sigprocmask(SIG_SETMASK, &before, nil) }

    /// The next pending signal, `nil` if there is none.
    package func next() -> Int32? {
        var pending = sigset_t()
        sigpending(&pending)
        guard SignalForwarding.all.contains(where: { sigismember(&pending, $0) == 1 }) else { return nil }
        var number: Int32 = 0
        guard sigwait(&set, &number) == 0 else { return nil }
        last = number
        return number
    }
}
