/// A number of bytes as people write it: `1000000`, `64K`, `256M`, `2G`, in powers of 1024.
public struct ByteCount: Hashable, Sendable {
    /// The bytes.
    public let bytes: Int

    /// Reads a number; `nil` where it is none, or too large.
    public init?(_ text: String) {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        guard !overflow else { return nil }
        self.bytes = bytes
    }
}
