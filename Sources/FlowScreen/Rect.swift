/// A rectangle of cells, which may extend beyond a surface.
public struct Rect: Hashable, Sendable {
    public let x: Int
    public let y: Int
    /// Columns, never negative.
    public let width: Int
    /// Rows, never negative.
    public let height: Int

    /// Creates a rectangle; a negative width or height counts as 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// Creates a rectangle of the given size at the top left corner.
    public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The first column to its right.
    public var maxX: Int { Rect.sum(x, width) }

    /// The first row below it.
    public var maxY: Int { Rect.sum(y, height) }

    /// Its columns and rows.
    public var size: Size { Size(width: width, height: height) }

    /// Whether it has no cells.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// The cells that lie in both.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(
            x: left, y: top, width: Rect.difference(min(maxX, other.maxX), left),
            height: Rect.difference(min(maxY, other.maxY), top))
    }

    /// The saturating sum.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right > 0 ? .max : .min) : sum
    }

    /// The saturating difference.
    private static func difference(_ left: Int, _ right: Int) -> Int {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return overflow ? (right < 0 ? .max : .min) : difference
    }
}

/// A column and a row, counted from the top left corner.
public struct Point: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A size in columns and rows; never negative.
public struct Size: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// Creates a size; negative numbers count as 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }
}
