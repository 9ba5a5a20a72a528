import FlowTrace
import LibC

/// The processes of a session.
enum SessionProcesses {
    /// Ends all of them at once.
    static func end(_ session: pid_t) {
        kill(-session, SIGKILL)
        #if canImport(Glibc)
            // Some may be in groups of their own; while they are looked for, they may start others.
            for _ in 0..<100 {
                let left = FolderContents.names("/proc").compactMap { pid_t($0) }.filter { isAlive($0, in: session) }
                guard !left.isEmpty else { return }
                for process in left { kill(process, SIGKILL) }
            }
        #endif
    }

    #if canImport(Glibc)
        /// Whether a process lives that belongs to a session.
        private static func isAlive(_ process: pid_t, in session: pid_t) -> Bool {
            guard getsid(process) == session, let text = try? InputFile.text("/proc/\(process)/stat", limit: 4_096) else {
                return false
            }
            // Behind its name, which may have anything in it: Z has ended, and K is ending.
            let state = text.lastIndex(of: ")").map { text[$0...].dropFirst(2).first } ?? nil
            return state.map { !"ZXK".contains($0) } ?? false
        }
    #endif
}
