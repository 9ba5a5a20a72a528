#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How much memory this process has.
enum ProcessMemory {
    /// The bytes that are no file's; 0 where the system does not tell.
    static var anonymous: Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let parts = text.split { " \t".contains($0) }
            if parts.first == "RssAnon:", parts.count > 1 { return (Int(parts[1]) ?? 0) << 10 }
        }
        return 0
    }
}
