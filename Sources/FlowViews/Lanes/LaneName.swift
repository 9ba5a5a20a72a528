import FlowModel
import FlowScreen
import FlowTrace

/// Makes a lane's name fit: what tells lanes of one kind apart is their last word, so that stays.
enum LaneName {
    /// The name of a lane in at most `width` columns; the sign of doubt stays.
    static func fitted(_ lane: ScreenLane, width: Int, signs: Signs) -> String {
        guard lane.isDoubted, width > 1 else { return fitted(lane.name, width: width, signs: signs) }
        return fitted(lane.name, width: width - 1, signs: signs) + String(EdgeDoubts.sign)
    }

    /// The name in at most `width` columns: whole, as `thro…latest`, or cut at its end.
    static func fitted(_ name: String, width: Int, signs: Signs) -> String {
        let name = TextWidth.sanitised(name)
        guard TextWidth.width(of: name) > width else { return name }
        let words = name.split(separator: " ")
        let end = words.count > 1 ? String(signs.cut) + words[words.count - 1] : ""
        let room = width - TextWidth.width(of: end)
        guard !end.isEmpty, room > 0 else { return TextWidth.cut(name, to: width, mark: signs.cut) }
        var head = name
        while TextWidth.width(of: head) > room { head.removeLast() }
        return head + end
    }
}
