/// A column and a row, counted from the top left corner.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
