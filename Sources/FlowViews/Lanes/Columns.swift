/// How a row is divided: label, lanes, the now line, gutter.
struct Columns {
    /// Columns for names.
    let label: Int
    /// Columns of the shared time axis.
    let lanes: Int
    /// Columns right of the now line; 0 for none.
    let gutter: Int

    /// For the whole screen; where that is very wide, long names of lanes stand in full.
    ///
    /// - Parameter longestName: The columns of the longest name of a lane.
    init(width: Int, longestName: Int = 0) {
        label = width >= 150 ? min(max(13, longestName + 2), 24) : width >= 110 ? 13 : 10
        gutter = width >= 110 ? 19 : width >= 80 ? 15 : 0
        lanes = max(0, width - label - gutter - 1)
    }

    /// For a pane beside another.
    init(paneWidth width: Int) {
        label = 11
        gutter = 0
        lanes = max(0, width - label - 1)
    }
}
