import Foundation

/// What may still happen in this process, as the system tells.
enum Scheduled {
    /// Whether nothing can happen any more: no timer is set, no thread works, none waits for time, a connection or another process.
    ///
    /// Where the system does not tell, something may.
    static var isNothing: Bool {
        #if os(Linux)
            return !hasDeadline && !hasChild && filesAreQuiet && threadsAreIdle
        #else
            return false
        #endif
    }

    /// Whether the main run loop waits for a time.
    private static var hasDeadline: Bool {
        guard let limit = RunLoop.main.limitDate(forMode: .default) else { return false }
        return limit < .distantFuture
    }

    /// Whether a process that was started from here has not ended.
    private static var hasChild: Bool {
        var info = siginfo_t()
        return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    #if os(Linux)
        /// No timer is set, and nothing is open that others send to.
        private static var filesAreQuiet: Bool {
            names("/proc/self/fd").allSatisfy { number in
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)") else {
                    return true
                }
                if target.hasPrefix("socket:") { return false }
                return !target.hasSuffix("[timerfd]") || !isSet("/proc/self/fdinfo/\(number)")
            }
        }

        private static func isSet(_ timer: String) -> Bool {
            let text = (try? String(contentsOfFile: timer, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").contains { $0.hasPrefix("it_value:") && !$0.hasSuffix("(0, 0)") }
        }

        /// Where threads wait that only others can wake.
        private static let idle = ["futex", "ep_poll", "do_epoll", "do_sys_poll", "poll_schedule", "sigtimedwait", "pause"]

        private static var threadsAreIdle: Bool {
            names("/proc/self/task").filter { $0 != "\(getpid())" }.allSatisfy { thread in
                guard let place = try? String(contentsOfFile: "/proc/self/task/\(thread)/wchan", encoding: .utf8) else {
                    return !FileManager.default.fileExists(atPath: "/proc/self/task/\(thread)")
                }
                return idle.contains { place.contains($0) }
            }
        }

        private static func names(_ folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
    #endif
}
