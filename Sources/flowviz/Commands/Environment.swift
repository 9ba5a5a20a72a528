#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The environment of the process.
enum Environment {
    /// All variables, as they were at the start.
    static let variables: [String: String] = {
        var variables: [String: String] = [:]
        for name in ["TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }()
}
