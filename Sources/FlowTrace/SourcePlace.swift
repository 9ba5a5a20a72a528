/// A line of the traced program's source.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// Module and file, as `#fileID` has them.
    public let fileID: String
    /// The line, from 1.
    public let line: Int

    public init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// `Module/File.swift:12`.
    public var description: String {
        "\(fileID):\(line)"
    }
}
