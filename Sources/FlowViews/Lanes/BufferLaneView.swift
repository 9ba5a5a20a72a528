import FlowModel
import FlowScreen
import FlowTrace

/// Draws what a buffer holds over time: a bar chart, the contents above it, drops where they happened.
struct BufferLaneView {
    let lane: ScreenLane
    let context: LaneContext
    /// Rows of the chart, 1 to 3.
    let chartRows: Int
    /// Whether a row between contents and chart is kept for drops.
    let hasSpillRow: Bool

    private var model: StreamModel { context.pane.model }
    private var history: LaneHistory { model.lanes[lane.index] }
    private var axis: TimeAxis { context.axis }
    private var signs: Signs { context.signs }

    /// A level that comes back sooner than this is not written again.
    private static let repeatDistance = 10

    /// What one column of the lane shows.
    private struct Column: Equatable {
        /// The most values held after one came in; where none did, what was held at its end. `nil` where that is not known.
        var peak: Int?
        /// The sequence after which its contents stood at its end.
        var sequence = 0
        /// The contents at its end, as an identity: the first and last value held.
        var contents: Range<Int> = 0..<0
        var lost: [Int] = []
    }

    /// Draws the annotation row at `y`, then the spill row, then the chart.
    func draw(into surface: inout Surface, y: Int) {
        let columns = columns()
        let foot = y + (hasSpillRow ? 1 : 0) + chartRows
        let top = Scale.top(peak: columns.compactMap(\.peak).max() ?? 0, capacity: model.node(ofLane: lane.index)?.capacity)
        drawChart(columns, top: top, foot: foot, into: &surface)
        var labels = LabelRow()
        let stretches = addContents(columns, to: &labels)
        addDrops(columns, to: &labels, into: &surface, y: y)
        for (column, text) in context.violations(ofLane: lane.index) { labels.add(text, at: column, style: Style(.error).bold()) }
        let drawn = labels.draw(into: &surface, x: axis.x, y: y, width: axis.width)
        let written = Set(drawn.compactMap { stretches[$0] }.joined())
        if !signs.isASCII { drawNumbers(columns, written: written, foot: foot, into: &surface) }
    }

    // MARK: Folding

    private func columns() -> [Column] {
        let marks = history.marks
        let count = history.countOfMarks(upTo: context.sequence)
        guard count > 0, axis.columns.upperBound > 0 else { return [] }
        var index = history.marks(from: .zero, before: axis.start(of: 0), upTo: context.sequence).endIndex
        var held = index > 0 ? marks[index - 1].totals.held : 0
        var sequence = index > 0 ? marks[index - 1].sequence : 0
        return axis.columns.map { number in
            var column = Column()
            var risen = 0
            let end = axis.start(of: number + 1)
            while index < count, marks[index].time < end {
                held = marks[index].totals.held
                sequence = marks[index].sequence
                if marks[index].kind == .buffered { risen = max(risen, held) }
                if marks[index].kind == .dropped { column.lost.append(sequence) }
                index += 1
            }
            guard index > 0 || !history.beginsWithSum else { return column }
            column.peak = max(risen, held)
            column.sequence = sequence
            column.contents = contents(after: sequence, held: held)
            return column
        }
    }

    private func contents(after sequence: Int, held: Int) -> Range<Int> {
        guard held > 0 else { return 0..<0 }
        let items = history.items(upTo: sequence)
        let last = items.endIndex
        return max(0, last - held)..<last
    }

    // MARK: Drawing

    private func drawChart(_ columns: [Column], top: Int, foot: Int, into surface: inout Surface) {
        if signs.isASCII {
            drawNumberChart(columns, foot: foot, into: &surface)
            return
        }
        let followed = followedItems
        for (number, column) in columns.enumerated() {
            guard let peak = column.peak else { continue }
            guard peak > 0 else {
                surface.put(signs.zeroFloor, x: axis.x + number, y: foot, style: Style(.ghost))
                continue
            }
            let eighths = Scale.eighths(peak, top: top, rows: chartRows)
            let style = Style(followed.contains(where: column.contents.contains) ? .held : .heldBar)
            Bar.draw(eighths, x: axis.x + number, foot: foot, rows: chartRows, signs: signs, style: style, into: &surface)
        }
    }

    /// The columns among the stays of those of the value that is followed.
    private var followedItems: [Int] {
        (context.pane.followed ?? []).compactMap { sequence in
            let index = history.items.partitioningIndex { $0.entered >= sequence }
            return index < history.items.count && history.items[index].entered == sequence ? index : nil
        }
    }

    /// Without block characters: the number at each change, `=` above zero, `.` at zero.
    private func drawNumberChart(_ columns: [Column], foot: Int, into surface: inout Surface) {
        for run in Stretch.runs(of: columns.map(\.peak)) {
            let sign = run.value > 0 ? signs.bars[0] : signs.zeroFloor
            for column in run.columns { surface.put(sign, x: axis.x + column, y: foot, style: Style(.heldBar)) }
            let number = String(run.value)
            guard run.columns.count > number.count, run.value > 0 || run.columns.count > 3 else { continue }
            surface.put(number, x: axis.x + run.columns.lowerBound, y: foot, style: Style(.held))
        }
    }

    /// Writes the contents in the stretch in which they are held.
    ///
    /// - Returns: By first column, the columns of the stretches there is a text for.
    private func addContents(_ columns: [Column], to labels: inout LabelRow) -> [Int: Range<Int>] {
        var stretches: [Int: Range<Int>] = [:]
        for run in Stretch.runs(of: columns.map(\.contents)) where !run.value.isEmpty {
            let (first, count) = (run.columns.lowerBound, run.columns.count)
            let isOpen = first + count == columns.count
            let room = isOpen ? max(count, min(LabelRow.longest, axis.width - first)) : count - 1
            guard let text = contentsText(columns[run.columns.lowerBound], room: room) else { continue }
            let held = history.items[run.value].lazy.map(\.entered)
            labels.add(text, at: run.columns.lowerBound, style: context.style(of: text, held, .held))
            stretches[run.columns.lowerBound] = run.columns
        }
        return stretches
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
        let number = "\(signs.times)\(count)"
        return TextWidth.width(of: number) + 2 <= room ? number : nil
    }

    private func drawNumbers(_ columns: [Column], written: Set<Int>, foot: Int, into surface: inout Surface) {
        var last = (step: 0, column: -BufferLaneView.repeatDistance, end: -1)
        for number in columns.indices.dropFirst() where !written.contains(number) {
            guard let peak = columns[number].peak else { continue }
            let step = peak / 5
            guard step > (columns[number - 1].peak ?? 0) / 5 else { continue }
            let text = String(step * 5)
            let isNews = step != last.step || number - last.column >= BufferLaneView.repeatDistance
            guard isNews, number > last.end, number + text.count <= columns.count else { continue }
            last = (step, number, number + text.count)
            surface.put(text, x: axis.x + number, y: foot, style: Style(.heldBar).reversed().bold())
        }
    }

    /// Draws drops above the bars that spill over, or with the contents, over which they have priority.
    private func addDrops(_ columns: [Column], to labels: inout LabelRow, into surface: inout Surface, y: Int) {
        for (number, column) in columns.enumerated() where !column.lost.isEmpty {
            let texts = column.lost.map { model.text(of: $0) }
            let isDescribed = texts.contains { $0 != StreamModel.undescribed }
            let text = isDescribed ? LabelRow.list(texts, signs: signs, text: \.self) : times(texts.count)
            if hasSpillRow {
                drawDropped(column.lost.count, at: number, into: &surface, y: y + 1)
                labels.add(text, at: number, style: context.style(of: text, column.lost, .lost))
            } else {
                labels.add("\(signs.dropped)\(text)", at: number, style: Style(.lost).bold())
            }
        }
    }

    /// How many values were lost that nobody wrote down; nothing for one.
    private func times(_ count: Int) -> String { count == 1 ? "" : "\(signs.times)\(count)" }

    private func drawDropped(_ count: Int, at column: Int, into surface: inout Surface, y: Int) {
        let style = Style(.lost).bold()
        guard count > 1 else {
            surface.put(signs.dropped, x: axis.x + column, y: y, style: style)
            return
        }
        surface.put(count < 10 ? Character(String(count)) : signs.many, x: axis.x + column, y: y, style: style.reversed())
    }
}
