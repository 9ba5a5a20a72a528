#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The variables of the process that the program looks at.
enum Environment {
    /// Those that are set, by name, as they were when first asked for.
    static let variables: [String: String] = {
        var variables: [String: String] = [:]
        for name in ["TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }()
}
