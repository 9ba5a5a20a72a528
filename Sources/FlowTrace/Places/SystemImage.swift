/// Tells the libraries of the system and of Swift by their file names: no place in the program's own code lies in them.
package enum SystemImage {
    private static let beginnings = [
        "libswift", "lib_", "libFoundation", "libdispatch", "libBlocksRuntime", "libc.so", "libc-", "libpthread", "libstdc++",
        "libm.so", "libgcc", "ld-linux", "ld-musl", "linux-vdso", "[", "libXCTest", "libTesting", "libsystem", "dyld",
    ]

    package static func isOne(_ name: String) -> Bool { beginnings.contains(where: name.hasPrefix) }

    /// Whether the image runs the tasks of Swift or the work of queues.
    package static func runsTasks(_ name: String) -> Bool {
        ["libswift_Concurrency", "libdispatch"].contains(where: name.hasPrefix)
    }
}
