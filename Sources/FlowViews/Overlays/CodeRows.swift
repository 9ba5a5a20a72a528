import FlowScreen

/// The rows that Swift text takes: a line that is too long goes on below, further in.
struct CodeRows {
    /// A row, and whether it is of a comment.
    struct Row: Equatable {
        let text: String
        let isComment: Bool
    }

    private(set) var rows: [Row] = []

    /// - Parameter width: The columns of a row.
    init(_ code: String, width: Int, signs: Signs) {
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let blanks = line.prefix { $0 == " " }.count
            let isComment = line.dropFirst(blanks).hasPrefix("//")
            var rest = Array(line)
            var indent = ""
            repeat {
                // A row of an editor keeps a column for its cursor.
                let row = EditorRows(rest, width: width + 1 - indent.count, signs: signs).rows[0]
                rows.append(Row(text: indent + row.glyphs.map(\.text).joined(), isComment: isComment))
                rest.removeFirst(row.glyphs.count)
                indent = String(repeating: " ", count: min(blanks + 4, width / 2))
            } while !rest.isEmpty
        }
    }
}
