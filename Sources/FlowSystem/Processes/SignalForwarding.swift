import LibC

/// The signals by which a user ends flowviz, taken one by one instead of ending it, so that what it has started ends first.
package final class SignalForwarding {
    private var set = sigset_t()
    private var before = sigset_t()
    /// The one that was taken last.
    package private(set) var last: Int32?
    private static let all: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    package init() {
        sigemptyset(&set)
        for signal in SignalForwarding.all { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, &before)
    }

    deinit { sigprocmask(SIG_SETMASK, &before, nil) }

    /// The next that has come, `nil` if none has.
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
