import FlowScreen

/// The text below a chain that is being typed: the error, the call around the cursor, or the completion that Tab has inserted.
struct EditorInfo {
    /// Words in one style.
    struct Line: Equatable {
        let text: String
        let style: Style
        /// Whether it is shown only if all lines fit.
        var isExtra = false
    }

    private let editor: EditorState
    private let signs: Signs

    private let ground = Style(.text, on: .caption)
    private let muted = Style(.muted, on: .caption)
    private let strong = Style(.strong, on: .caption).bold()

    init(_ editor: EditorState, signs: Signs) {
        self.editor = editor
        self.signs = signs
    }

    /// The lines of a column.
    ///
    /// A long text is cut after a whole word, with a sign at the cut; every message has at least one row while rows are left.
    func lines(width: Int, room: Int) -> [Line] {
        let all = said.map { line in
            Paragraph.lines(of: signs.shown(line.text), width: width)
                .map { Line(text: $0, style: line.style, isExtra: line.isExtra) }
        }
        let fits = all.joined().count <= room
        let kept = all.filter { fits || $0.first?.isExtra != true }.prefix(max(0, room))
        var left = room - kept.count
        return kept.flatMap { lines in
            let count = min(lines.count, 1 + left)
            left -= count - 1
            return shortened(lines, to: count, width: width)
        }
    }

    /// The first `count` lines; if more follow, the last one ends with the sign of a cut.
    private func shortened(_ lines: [Line], to count: Int, width: Int) -> [Line] {
        guard lines.count > count, let last = lines.prefix(count).last else { return lines }
        let mark = " \(signs.cut)"
        var words = last.text.split(separator: " ")
        while words.count > 1, TextWidth.width(of: words.joined(separator: " ") + mark) > width { words.removeLast() }
        let text = TextWidth.cut(words.joined(separator: " "), to: width - TextWidth.width(of: mark), mark: signs.cut)
        return lines.prefix(count - 1) + [Line(text: text + mark, style: last.style)]
    }

    // MARK: Words

    private var said: [Line] {
        if let chosen = editor.chosen, editor.offers.indices.contains(chosen) { return lines(of: editor.offers[chosen]) }
        if editor.text.isEmpty { return beginning }
        if editor.isInWord { return lines(of: editor.offers[0]) }
        guard let problem = editor.problem else { return ready + call }
        let notes = problem.notes.map { Line(text: "note: \($0)", style: muted) }
        guard editor.isUnfinished else {
            let error = Line(text: "error: \(problem.message)", style: Style(.error, on: .caption))
            return [error] + handOver + (notes.isEmpty ? call : notes)
        }
        // In the middle of a call, its declaration says more than the notes of the error.
        let isInCall = editor.call != nil && !editor.offers.isEmpty
        return [Line(text: problem.message, style: muted)] + (isInCall || notes.isEmpty ? call : notes)
    }

    private var beginning: [Line] {
        [
            Line(text: "\(Key.enter.name) runs this example, \(Key.tab.name) takes it to be changed.", style: ground),
            Line(text: "Or type a source, then operators, each behind a dot.", style: muted),
            Line(text: "\(signs.arrowKeys[0]) brings one ready-made chain after the other.", style: muted),
        ]
    }

    private var ready: [Line] {
        let runs = Line(text: "\(Key.enter.name) runs it.", style: Style(.got, on: .caption).bold())
        return editor.canGoOn ? [runs, Line(text: "A dot behind it lists what can follow.", style: muted)] : [runs]
    }

    /// The offer to try a refused text as Swift.
    private var handOver: [Line] {
        guard editor.isRefused else { return [] }
        return [
            Line(text: "If it is Swift: \(Key.enter.name) again compiles it, and runs it with your permissions.", style: ground)
        ]
    }

    private var call: [Line] { editor.call.map(lines) ?? [] }

    private func lines(of offer: EditorState.Offer) -> [Line] {
        let lines = [Line(text: offer.signature, style: strong), Line(text: offer.summary, style: ground)]
        return lines + (offer.example.map { [Line(text: "as in \($0)", style: muted, isExtra: true)] } ?? [])
    }
}
