import FlowVerdict

/// Chooses the lines of the list of pipelines that are visible.
///
/// The selected line is in the middle where it can be. While it belongs to a line whose pipelines are listed below it, these take the
/// room that the other lines leave, and at most two thirds of it if there are many others; the shared line stays above them.
public enum ListWindow {
    /// The indices of the visible lines, in order.
    ///
    /// - Parameters:
    ///   - lines: All lines.
    ///   - selection: The index of the selected line.
    ///   - room: The number of visible lines.
    public static func indices(of lines: [PipelineListing.Line], selection: Int, room: Int) -> [Int] {
        let room = max(0, room)
        guard lines.indices.contains(selection), let fold = fold(around: selection, in: lines), lines.count > room, room >= least
        else {
            return Array(window(of: room, around: selection, in: lines.indices))
        }
        let (before, after) = (fold.lowerBound, lines.count - fold.upperBound)
        let others = max(room - fold.count, min(before + after, room / 3))
        let below = min(after, max(others - before, (others + 1) / 2))
        let above = others - below
        return Array(before - above..<before) + inside(fold, selection, in: lines, room: room - others)
            + Array(fold.upperBound..<fold.upperBound + below)
    }

    /// The minimum number of lines with room for others beside the pipelines of an open line.
    private static let least = 6

    /// The visible lines of an open one: itself, then those around the selected line, with the open line in it that has that.
    private static func inside(_ fold: Range<Int>, _ selection: Int, in lines: [PipelineListing.Line], room: Int) -> [Int] {
        let members = window(of: room - 1, around: max(selection, fold.lowerBound + 1), in: fold.dropFirst())
        let heads = [fold.lowerBound] + [head(of: selection, in: lines)].compactMap(\.self).filter { $0 > fold.lowerBound }
        guard heads.count > 1, let first = members.first, heads[1] < first else { return [fold.lowerBound] + members }
        return heads + members.dropFirst()
    }

    private static func window(of room: Int, around index: Int, in range: Range<Int>) -> Range<Int> {
        let first = max(range.lowerBound, min(index - room / 2, range.upperBound - room))
        return first..<min(range.upperBound, first + max(0, room))
    }

    /// An open line of the top level with the lines below it, if the selected line is among them; `nil` otherwise.
    private static func fold(around selection: Int, in lines: [PipelineListing.Line]) -> Range<Int>? {
        let top = lines[...selection].lastIndex { $0.depth == 0 } ?? 0
        guard lines[top].isOpen else { return nil }
        return top..<(lines[(top + 1)...].firstIndex { $0.depth == 0 } ?? lines.endIndex)
    }

    /// The line that has a line below it; `nil` at the top level.
    private static func head(of index: Int, in lines: [PipelineListing.Line]) -> Int? {
        lines[..<index].lastIndex { $0.depth < lines[index].depth }
    }
}
