import FlowScreen

extension TourPanel {
    /// The text to read out after another panel: the whole text of a new stop, or the changes within the same stop.
    public func lines(after old: TourPanel?) -> [String] {
        let old = old?.title == title ? old : nil
        let new = lines.filter { old?.lines.contains($0) != true }.map(\.text)
        let said = (old == nil ? [title] : []) + new + (old?.keys == keys ? [] : [keys.joined(separator: "  ")])
        return said.map { ScreenReaderText.line(Signs.spoken.keys($0)) }
    }
}
