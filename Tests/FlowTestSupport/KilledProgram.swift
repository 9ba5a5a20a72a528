#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that is killed while it works.
public enum KilledProgram {
    /// Runs a program until it has written `bytes` bytes to its standard output, and kills it.
    ///
    /// - Returns: Its end, which is not the kill if the program ended before.
    public static func run(_ executable: String, _ arguments: [String], killAfter bytes: Int) throws -> ExitStatus {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = try Child.start(executable, arguments, environment: [:], ownSession: false) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        close(ends[1])
        var buffer = [UInt8](repeating: 0, count: 1)
        var count = 0
        while count < bytes, read(ends[0], &buffer, 1) == 1 { count += 1 }
        kill(process, SIGKILL)
        close(ends[0])
        var number: Int32 = 0
        waitpid(process, &number, 0)
        return ExitStatus(waitStatus: number)
    }
}
