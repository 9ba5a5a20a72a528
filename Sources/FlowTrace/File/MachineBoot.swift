import LibC

/// The current boot of this machine. All processes of one boot share a monotonic clock.
enum MachineBoot {
    /// The system's UUID of the boot; empty if there is none.
    static var id: String {
        var name = [UInt8](repeating: 0, count: 40)
        #if canImport(Darwin)
            var size = name.count
            guard sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0 else { return "" }
        #else
            guard let file = try? FileDescriptor(reading: "/proc/sys/kernel/random/boot_id") else {
                return ""
            }
            _ = name.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
        #endif
        return String(decoding: name.prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
