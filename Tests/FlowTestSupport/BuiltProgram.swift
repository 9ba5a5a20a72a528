#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The programs that were built together with the tests.
public enum BuiltProgram {
    /// The path of a program in the folder of the test runner.
    public static func path(_ name: String) -> String {
        let runner = realpath("/proc/self/exe", nil).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        var folder = (runner ?? CommandLine.arguments[0]).split(separator: "/", omittingEmptySubsequences: false).dropLast()
        // On macOS the runner lies inside a bundle that stands beside the programs.
        if let bundle = folder.lastIndex(where: { $0.hasSuffix(".xctest") }) { folder = folder[..<bundle] }
        return folder.joined(separator: "/") + "/" + name
    }
}
