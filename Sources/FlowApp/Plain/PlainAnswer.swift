import FlowModel
import FlowScreen
import FlowText
import FlowTrace
import FlowViews

/// Describes the changes that a key has made to the screen, in lines.
struct PlainAnswer {
    private let before: PlainGlance
    private let after: ScreenState
    private let picture: PlainRenderer

    init(from before: PlainGlance, to after: ScreenState) {
        (self.before, self.after) = (before, after)
        picture = PlainRenderer(after)
    }

    /// The answer; empty if nothing has changed apart from news.
    var lines: [String] {
        let answer = picture.notice.map { after.isTyping ? [] : [$0] } ?? []
        return answer + (isTyping ? prompt : shown + laid + chosen + moved + turned)
    }

    /// Whether the user is typing a line.
    private var isTyping: Bool {
        after.editor != nil || after.isTyping || after.typed != nil || after.pickerSearch != nil || after.list?.isTyping == true
    }

    // MARK: Lines that are typed

    /// The instruction for typing the line.
    private var prompt: [String] {
        if after.editor != nil {
            return picture.overlay + ["type a chain; a line that ends in ? lists what can follow, an empty one leaves"]
        }
        if after.typed != nil { return picture.overlay + ["type where time is to stop; an empty line leaves"] }
        if after.pickerSearch != nil { return ["type a part of a name or title; an empty line shows all"] }
        if after.list?.isTyping == true {
            return ["type terms: a state, a part of a name or file, or held>100; an empty line shows all"]
        }
        return ["type what to look for: a value's text, kind:dropped or lane:buffer; an empty line leaves"]
    }

    // MARK: What is shown

    /// The new subject, if the scenario, program or pipeline has changed.
    private var shown: [String] {
        guard before.subject != PlainNews.subject(of: after) else { return [] }
        return picture.head + (after.list == nil ? after.panes.map(picture.chain) : picture.listed)
    }

    /// The new overlay, or its newly selected row.
    private var laid: [String] {
        guard before.overlay != after.overlay || before.breakpoints != after.breakpoints else { return [] }
        guard after.overlay != nil else { return before.overlay == nil ? [] : ["closed"] }
        let hasSameRows = before.breakpoints == after.breakpoints && !before.typesCondition
        return picture.overlayAnswer(after: hasSameRows ? before.overlay : nil)
    }

    /// The newly selected lane or pipeline.
    private var chosen: [String] {
        if let list = after.list {
            guard let old = before.list else { return [] }
            // An unfolded line shows others, as another order or filter does.
            let isOther = old.order != list.order || old.filter != list.filter.text || old.lines != list.lineCount
            guard isOther || old.selection != list.selection else { return [] }
            return isOther ? picture.listed : picture.chosenRow
        }
        guard before.list == nil, before.selection != after.selection else { return [] }
        return picture.lane(after.selection).map { [$0] } ?? []
    }

    /// The new moment, and the last event up to it.
    private var moved: [String] {
        let new = after.panes[0]
        let isStep = after.isFrozen && before.isFrozen && before.now != new.now
        guard after.list == nil, before.playhead != new.playhead || isStep else { return [] }
        let event = picture.event(of: new).map { ": \($0)" } ?? ""
        let caption = picture.caption(of: new)
        let isNew = caption != before.caption
        return ["\(picture.badge), at \(Seconds.text(new.shown.time))\(event)"] + (isNew ? [caption].compactMap(\.self) : [])
    }

    // MARK: How it is shown

    private var turned: [String] {
        let pane = after.panes[0]
        var lines: [String] = []
        if before.isFrozen != after.isFrozen, before.playhead == pane.playhead {
            lines.append("\(picture.badge), at \(Seconds.text(pane.shown.time))")
        }
        if before.speed != after.speed { lines.append("speed \(after.speed)") }
        if before.cell != after.cell, before.subject == PlainNews.subject(of: after) {
            lines.append(picture.step)
        }
        if before.foretold != pane.foretold { lines += picture.foretold(in: pane).map { [$0] } ?? ["nothing is foretold"] }
        return lines
    }
}
