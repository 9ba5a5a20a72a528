#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file in which a few bytes are repeatedly changed and restored.
public final class MutatedFile {
    /// Its size in bytes.
    public var size: Int { original.count }

    private let descriptor: Int32
    private let original: [UInt8]
    /// The written parts: zeros and fillers carry no information.
    private let used: [Int]
    private var changed: [Int] = []
    private var isCut = false

    /// - Parameters:
    ///   - filler: A byte that fills most of the file. Changing it would be of no use.
    ///   - places: Further offsets worth changing, such as the offsets of a header.
    public init(_ path: String, filler: UInt8? = nil, and places: [Int] = []) {
        let number = open(path, O_RDWR | O_CLOEXEC)
        let size = max(0, Int(lseek(number, 0, SEEK_END)))
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { $1 = max(0, pread(number, $0.baseAddress, $0.count, 0)) }
        (descriptor, original) = (number, bytes)
        used = bytes.indices.filter { bytes[$0] != 0 && bytes[$0] != filler } + places
    }

    deinit {
        close(descriptor)
    }

    /// Changes up to eight bytes, and cuts the file off now and then.
    public func mutate(_ chance: inout SeededChance) {
        changed = (0...chance.below(8)).map { _ in place(&chance) }
        for place in changed {
            var byte = chance.oneIn(2) ? UInt8(chance.below(256)) : original[place] ^ 1 << UInt8(chance.below(8))
            pwrite(descriptor, &byte, 1, off_t(place))
        }
        isCut = chance.oneIn(16)
        if isCut { ftruncate(descriptor, off_t(place(&chance))) }
    }

    /// Restores the original file.
    public func restore() {
        if isCut {
            _ = original.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        } else {
            for place in changed { withUnsafePointer(to: original[place]) { _ = pwrite(descriptor, $0, 1, off_t(place)) } }
        }
        (changed, isCut) = ([], false)
    }

    private func place(_ chance: inout SeededChance) -> Int { used[chance.below(used.count)] }
}
