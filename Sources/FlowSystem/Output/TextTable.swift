import FlowScreen

/// Lays out rows of cells as lines, each column as wide as its widest cell.
package enum TextTable {
    package enum Alignment {
        case left, right
    }

    /// - Parameters:
    ///   - rows: Rows with one cell for each column.
    ///   - alignment: The alignment of all columns but the first, which is left-aligned.
    package static func lines(_ rows: [[String]], _ alignment: Alignment) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { TextWidth.width(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = columns.map { column in
                let blanks = String(repeating: " ", count: widths[column] - TextWidth.width(of: row[column]))
                return column == 0 || alignment == .left ? row[column] + blanks : blanks + row[column]
            }
            let line = cells.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
        }
    }
}
