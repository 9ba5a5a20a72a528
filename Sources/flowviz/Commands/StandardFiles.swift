#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files that a program is started with.
enum StandardFiles {
    /// Keeps the numbers of those that were closed from what is opened later: of a trace, a terminal or a socket none is printed into.
    ///
    /// What stands there instead cannot be used either, so that reading and writing fail as they would; and programs that are started from
    /// here find closed what was closed.
    static func reserveClosed() {
        for (number, wrongWay) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // Gets this number: it is the lowest that is free.
            _ = open("/dev/null", wrongWay | O_CLOEXEC)
        }
    }
}
