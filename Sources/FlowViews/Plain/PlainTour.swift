import FlowScreen

extension TourPanel {
    /// What is read out where another panel has been: all of another stop, of the same one what has changed.
    public func lines(after old: TourPanel?) -> [String] {
        let old = old?.title == title ? old : nil
        let new = lines.filter { old?.lines.contains($0) != true }.map(\.text)
        let said = (old == nil ? [title] : []) + new + (old?.keys == keys ? [] : [keys.joined(separator: "  ")])
        return said.map { Spoken.line(Signs.spoken.keys($0)) }
    }
}
