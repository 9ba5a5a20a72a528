#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file that could not be written.
struct OutputError: Error, CustomStringConvertible {
    let path: String
    let number: Int32

    var description: String {
        "cannot write '\(path)': \(String(cString: strerror(number))); choose another file or folder"
    }
}
