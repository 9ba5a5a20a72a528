import LibC

/// Turns the mangled names of Swift's functions into readable ones.
enum Demangling {
    private static let longest = 8_192

    /// The readable form; the name itself if it is not a mangled name of Swift.
    static func demangled(_ name: String) -> String {
        guard name.utf8.count <= longest, ["$s", "$S", "_$s", "$e"].contains(where: name.hasPrefix) else { return name }
        var name = name
        return name.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters -> String? in
                guard let text = swiftDemangle(characters.baseAddress, characters.count, nil, nil, 0) else { return nil }
                defer { free(text) }
                return String(cString: text)
            }
        } ?? name
    }
}

/// The demangler of Swift's runtime, which no module declares.
@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
