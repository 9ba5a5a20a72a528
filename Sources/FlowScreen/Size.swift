/// How many columns and rows something has; never negative.
public struct Size: Hashable, Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Creates a size; negative numbers count as 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// Whether there is no cell in it.
    public var isEmpty: Bool { width == 0 || height == 0 }
}
