import LibC

/// A detached thread that ends with the process.
///
/// It blocks all signals: these reach the program's threads, as they would without it.
package enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, or not at all if no thread can be made.
    ///
    /// - Parameter isBackground: Whether it has background priority, regardless of the process's priority.
    /// - Returns: Whether the thread was made.
    @discardableResult
    package static func run(isBackground: Bool = false, _ body: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        #if canImport(Glibc)
            var thread = pthread_t()
        #else  // Musl, Darwin
            var thread: pthread_t?
        #endif
        let argument = Unmanaged.passRetained(
            Body {
                if isBackground { stepBack() }
                body()
            })
        let status = pthread_create(
            &thread, nil,
            { argument in
                #if canImport(Glibc) || canImport(Musl)
                    guard let argument else { return nil }
                #endif
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard status == 0 else {
            argument.release()
            return false
        }
        #if canImport(Glibc)
            pthread_detach(thread)
        #else  // Musl, Darwin
            if let thread { pthread_detach(thread) }
        #endif
        return true
    }

    private static func stepBack() {
        #if canImport(Glibc) || canImport(Musl)
            // On Linux, 0 is the calling thread.
            var parameters = sched_param()
            sched_setscheduler(0, SCHED_OTHER, &parameters)
            #if canImport(Musl)
                setpriority(PRIO_PROCESS, 0, 5)
            #else
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
            #endif
        #else
            pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #endif
    }
}
