#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Starts programs.
enum Child {
    /// Starts a program that has only the files that `open` adds.
    ///
    /// - Parameter environment: The whole environment; nothing is inherited.
    static func start(
        _ executable: String, _ arguments: [String], environment: [String: String], ownSession: Bool,
        open: (inout FileActions) -> Void
    ) throws -> pid_t {
        var attributes = Attributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The test runner's threads block signals, and a child would inherit the mask of its parent's thread.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = (ownSession ? ownSessionFlag : 0) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var actions = FileActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        open(&actions)
        var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, executable, &actions, &attributes, &words, &variables)
        guard result == 0 else { throw SystemFailure(call: "posix_spawn", number: result) }
        return process
    }

    #if canImport(Glibc) || canImport(Musl)
        typealias FileActions = posix_spawn_file_actions_t
        typealias Attributes = posix_spawnattr_t
        /// The flag for a new session, which the C library's module leaves out.
        private static let ownSessionFlag: Int32 = 0x80
    #else
        typealias FileActions = posix_spawn_file_actions_t?
        typealias Attributes = posix_spawnattr_t?
        private static let ownSessionFlag: Int32 = 0x400
    #endif
}
