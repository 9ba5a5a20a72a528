import FlowModel
import FlowOperators
import FlowScreen
import FlowTrace

/// Draws the contents of a buffer over time: a bar chart, the values above it, and drops in their cells.
struct BufferLaneView: LanePart {
    let lane: ScreenLane
    let context: LaneContext
    /// Rows of the chart, 1 to 3.
    let chartRows: Int
    /// Whether a row between contents and chart is kept for drops.
    let hasSpillRow: Bool

    /// The lowest top of a chart for which the scale is written. With fewer values, their texts show the count.
    private static let leastScale = 6

    /// The content of one column of the lane.
    private struct Column: Equatable {
        /// The most values held after an arrival; without arrivals, the number held at the column's end. 0 if a stream passed on
        /// each value immediately, `nil` if unknown.
        var peak: Int?
        /// The sequence number of the last event before its end.
        var sequence = 0
        /// The values held at its end, as indices of the history's items.
        var contents: Range<Int> = 0..<0
    }

    /// Draws the annotation row at `y`, then the spill row, then the chart.
    func draw(into surface: inout Surface, y: Int) {
        let columns = columns()
        let foot = y + (hasSpillRow ? 1 : 0) + chartRows
        let beside = context.beside(lane).map { BufferLaneView(lane: lane, context: $0, chartRows: 1, hasSpillRow: false) }
        let foretold = context.pane.foretold(lane)
        let own = max(top(of: columns), foretold.map { ForetoldLaneView.top(of: $0, on: axis) } ?? 0)
        let top = beside.reduce(own) { max($0, $1.top(of: $1.columns())) }
        if let foretold {
            ForetoldLaneView(lane: foretold, pane: context.pane, axis: axis, signs: signs, top: top)
                .draw(into: &surface, y: foot + 1, chartRows: chartRows, hasSpillRow: hasSpillRow)
        }
        drawChart(columns, top: top, foot: foot, into: &surface)
        var labels = LabelRow()
        addEnd(columns, to: &labels)
        addContents(columns, to: &labels)
        let drops = LaneRate(of: \.dropped, in: history, on: axis, upTo: context.sequence)
        addDrops(drops, to: &labels, into: &surface, y: y)
        for (column, text) in context.violations(ofLane: lane.index) { labels.add(text, at: column, style: Style(.error).bold()) }
        if top >= BufferLaneView.leastScale { labels.add(scale(to: top), at: 0, style: Style(.muted)) }
        labels.draw(into: &surface, x: axis.x, y: y, width: axis.width)
        if drops.isDense, !hasSpillRow { DropSigns(drops: drops.values, context: context).draw(into: &surface, y: y) }
    }

    /// `0–8 held` up to the buffer's limit; any other top is only that of the picture: `scale 0–500`.
    private func scale(to top: Int) -> String {
        let range = "0\(signs.range)\(top)"
        return model.node(ofLane: lane.index)?.capacity == top ? "\(range) held" : "scale \(range)"
    }

    /// The top of the chart's scale.
    private func top(of columns: [Column]) -> Int {
        Scale.top(peak: columns.compactMap(\.peak).max() ?? 0, capacity: model.node(ofLane: lane.index)?.capacity)
    }

    // MARK: Folding

    private func columns() -> [Column] {
        let isStream = model.node(ofLane: lane.index)?.operation.recordsEach == true
        return axis.columns.map { number in
            let marks = history.marks(from: axis.start(of: number), before: axis.start(of: number + 1), upTo: context.sequence)
            let last = marks.endIndex > 0 ? history.marks[marks.endIndex - 1] : nil
            let held = last?.totals.held ?? 0
            guard last != nil || !history.beginsWithSum else { return Column() }
            let most = max(history.mostHeld(over: marks.indices), held)
            return Column(
                peak: most == 1 && passesOn(marks, within: isStream ? leastStay : 0) ? 0 : most, sequence: last?.sequence ?? 0,
                contents: contents(after: last?.sequence ?? 0, held: held))
        }
    }

    /// Stays in a stream up to this duration in nanoseconds are not drawn, unless they cross a column's border. Even for a
    /// waiting consumer, a stream holds each value for an instant, until the consumer has woken up.
    private var leastStay: UInt64 { axis.cell / 16 }
    /// With more events in a column, their stays are not measured and count as shorter than ``leastStay``.
    private static let mostMarks = 64

    /// Whether all values that arrived in a column left so quickly, one at a time, that none waited.
    private func passesOn(_ marks: ArraySlice<Mark>, within most: UInt64) -> Bool {
        guard marks.last?.totals.held == 0 else { return false }
        guard marks.startIndex == 0 || history.marks[marks.startIndex - 1].totals.held == 0 else { return false }
        guard marks.count <= BufferLaneView.mostMarks else { return most > 0 }
        let stay = zip(marks, marks.dropFirst()).reduce(0) { $0 + ($1.0.totals.held > 0 ? $1.1.time - $1.0.time : 0) }
        return stay <= most
    }

    private func contents(after sequence: Int, held: Int) -> Range<Int> {
        guard held > 0 else { return 0..<0 }
        let items = history.items(upTo: sequence)
        let last = items.endIndex
        return max(0, last - held)..<last
    }

    // MARK: Drawing

    private func drawChart(_ columns: [Column], top: Int, foot: Int, into surface: inout Surface) {
        let followed = followedItems
        for (number, column) in columns.enumerated() {
            guard let peak = column.peak else { continue }
            guard peak > 0 else {
                surface.put(signs.zeroFloor, x: axis.x + number, y: foot, style: Style(.ghost))
                continue
            }
            let eighths = Scale.eighths(Double(peak), top: Double(top), rows: chartRows)
            let style = Style(followed.contains(where: column.contents.contains) ? .held : .heldBar)
            Bar.draw(eighths, x: axis.x + number, foot: foot, rows: chartRows, signs: signs, style: style, into: &surface)
        }
    }

    /// The stays of the followed value, as indices of the history's items.
    private var followedItems: [Int] {
        (context.pane.followed ?? []).compactMap { sequence in
            let index = history.items.partitioningIndex { $0.entered >= sequence }
            return index < history.items.count && history.items[index].entered == sequence ? index : nil
        }
    }

    /// Writes the contents above the stretch of columns in which they are held.
    private func addContents(_ columns: [Column], to labels: inout LabelRow) {
        for run in Stretch.runs(of: columns.map(\.contents)) where !run.value.isEmpty {
            let (first, count) = (run.columns.lowerBound, run.columns.count)
            let isOpen = first + count == columns.count
            let room = isOpen ? max(count, min(LabelRow.longest, axis.width - first)) : count - 1
            guard let text = contentsText(columns[run.columns.lowerBound], room: room) else { continue }
            let held = history.items[run.value].lazy.map(\.entered)
            labels.add(text, at: run.columns.lowerBound, style: context.style(of: text, held, .held))
        }
    }

    /// Writes a waiting end: a failure at its arrival, any other end when no value is ahead of it.
    private func addEnd(_ columns: [Column], to labels: inout LabelRow) {
        guard let wait = model.endWaits(upTo: context.sequence).first(where: { $0.store == lane.index }) else { return }
        if wait.isFailure { return context.add(wait, from: axis.column(of: wait.since.time) + 2, to: &labels) }
        let free = columns.firstIndex { $0.sequence >= wait.since.sequence && $0.contents.isEmpty }
        if let free { context.add(wait, from: free, to: &labels) }
    }

    private func contentsText(_ column: Column, room: Int) -> String? {
        guard room > 0 else { return nil }
        let count = column.contents.count
        guard count * 2 - 1 <= room * 2 else { return nil }
        let values = history.held(after: column.sequence).map { LabelRow.cut(model.text(of: $0.entered), signs: signs) }
        let whole = values.joined(separator: ",")
        if TextWidth.width(of: whole) <= room { return whole }
        let first = (values.first ?? "") + String(signs.cut)
        if TextWidth.width(of: first) <= room { return first }
        let number = "\(signs.count)\(count)"
        return TextWidth.width(of: number) + 2 <= room ? number : nil
    }

    // MARK: Drops

    /// Draws drops above overflowing bars, or in the row of the contents, where they have priority.
    private func addDrops(_ drops: LaneRate, to labels: inout LabelRow, into surface: inout Surface, y: Int) {
        if drops.isDense {
            addLastDrop(to: &labels)
        } else {
            for (column, count) in drops.values.enumerated() where count > 0 {
                let lost = drops.events(in: column)
                let texts = lost.map { model.text(of: $0) }
                let isDescribed = texts.contains { $0 != StreamModel.undescribed }
                let text = isDescribed ? LabelRow.list(texts, count: Int(count), signs: signs, text: \.self) : times(Int(count))
                let sign = hasSpillRow ? "" : String(signs.dropped)
                let style = hasSpillRow ? context.style(of: text, lost, .lost) : Style(.lost).bold()
                labels.add(sign + text, at: column, style: style)
            }
        }
        guard hasSpillRow else { return }
        for (column, count) in drops.values.enumerated() where count > 0 {
            surface.put(signs.dropped, x: axis.x + column, y: y + 1, style: Style(.lost).bold())
        }
    }

    /// If there are many drops, only the last is named.
    private func addLastDrop(to labels: inout LabelRow) {
        guard let drop = history.lastMark(of: \.dropped, upTo: context.sequence), drop.time >= history.knownFrom else { return }
        let text = model.text(of: drop.sequence)
        guard text != StreamModel.undescribed else { return }
        labels.add(
            String(signs.dropped) + LabelRow.cut(text, signs: signs), at: axis.column(of: drop.time), style: Style(.lost).bold())
    }

    /// The count of dropped values without a description; empty for one.
    private func times(_ count: Int) -> String { count == 1 ? "" : "\(signs.count)\(count)" }
}
