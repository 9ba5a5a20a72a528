import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// The overlay, in lines that can be read out.
struct PlainOverlay {
    let state: ScreenState
    let signs: Signs

    private var pane: PaneState { state.panes[0] }

    var lines: [String] {
        guard state.editor == nil else { return editor }
        return switch state.overlay {
        case .help: keys + SignRows.sentences
        case .signs: SignRows.sentences
        case .picker(let selection): picker(selection)
        case .code: ["\(state.id) in Swift"] + state.code.split(separator: "\n").map { TextWidth.sanitised(String($0)) }
        case .log(let last): log(upTo: last)
        // The lane is read out with its facts anyway.
        case .inspector, nil: []
        case .why(_, let row), .journey(_, let row): steps(row)
        case .breakpoints(let row): breakpoints(row)
        case .output: []
        }
    }

    /// The row that is chosen; nothing where rows are not chosen.
    var chosen: [String] {
        switch state.overlay {
        case .why(_, let row), .journey(_, let row): why.map { [step(row, of: $0, chosen: row)] } ?? []
        case .breakpoints(let row): state.breakpoints.indices.contains(row) ? [breakpoint(row, chosen: row)] : []
        case .help, .signs, .picker, .code, .log, .inspector, .output, nil: []
        }
    }

    private func marked(_ text: String, isChosen: Bool) -> String { isChosen ? "chosen, \(text)" : text }

    // MARK: Keys

    /// The keys that apply, in their groups.
    private var keys: [String] {
        KeyBinding.Group.allCases.flatMap { group -> [String] in
            let bindings = state.table.bindings.filter { $0.group == group && $0.applies(in: state.keys) }
            guard !bindings.isEmpty else { return [] }
            return ["keys, \(group.rawValue):"] + bindings.map { Spoken.line("\(signs.keys($0.keys)): \(words(of: $0))") }
        }
    }

    private func words(of binding: KeyBinding) -> String {
        guard binding.commands.first?.value != .copy else { return "read everything out that the screen would show" }
        let manual = binding.manual.text(in: state.table)
        let now = binding.helpText(in: state.keys, state.table)
        return now == binding.help.text(in: state.table) ? manual : "\(now): \(manual)"
    }

    // MARK: Scenarios

    private func picker(_ selection: Int) -> [String] {
        let text = state.pickerSearch?.text ?? ""
        let order = PickerView.order(of: state.catalogue, matching: text)
        let rows = order.map { index -> String in
            let entry = state.catalogue[index]
            let key = entry.command.map(state.table.name) ?? ""
            let keyWords = key.isEmpty ? "" : "key \(key), "
            return marked("\(entry.group), \(keyWords)\(entry.id): \(entry.title)", isChosen: index == selection)
        }
        let none = ["none has '\(text)' in its name or title"]
        return Spoken.lines(["scenarios"] + (rows.isEmpty ? none : rows)) + entry(selection)
    }

    /// The summary of a scenario.
    func entry(_ index: Int) -> [String] {
        guard state.catalogue.indices.contains(index) else { return [] }
        let entry = state.catalogue[index]
        let variants = entry.variants.map { "variant \($0.id): \($0.point)" }
        return Spoken.lines(
            [
                "\(entry.id): \(entry.title)", signs.prose(entry.explanation),
                "try this: \(signs.keys(entry.tryThis(state.table)))",
            ] + variants)
    }

    // MARK: Events

    private func log(upTo last: Int?) -> [String] {
        let view = LogView(pane: pane, signs: signs, last: last)
        let shown = view.lines(count: PlainOverlay.logLines)
        guard let first = shown.first else { return ["log: nothing has happened yet"] }
        let end = last.map { min(pane.shown, pane.model.moment(ofEvent: $0)) } ?? pane.shown
        return ["log"]
            + Narrator.narrations(of: pane.stream, after: first.sequences.lowerBound - 1, upTo: end).map {
                Spoken.line("\(Seconds.text($0.time)) \($0.text)")
            }
    }

    /// How many lines of the log are read out at once.
    private static let logLines = 30

    /// The causes of an event, or the journey of its value; `nil` if neither is shown.
    private var why: Why? {
        switch state.overlay {
        case .why(let event, _): Why(event, in: pane.model)
        case .journey(let event, _): Why(journeyOf: event, in: pane.model)
        default: nil
        }
    }

    private var isJourney: Bool { if case .journey = state.overlay { true } else { false } }

    private func steps(_ row: Int) -> [String] {
        guard let why else { return [] }
        let title = "\(isJourney ? "where it went" : "why"): \(signs.prose(why.sentence))"
        return Spoken.lines([title]) + why.steps.indices.map { step($0, of: why, chosen: row) }
    }

    private func step(_ index: Int, of why: Why, chosen row: Int) -> String {
        let step = why.steps[index]
        let followed = step.link == .effect && !isJourney ? "then " : ""
        let text = "\(followed)\(Seconds.text(step.moment.time)) \(step.lane): \(signs.prose(step.text))"
        return Spoken.line(marked(text, isChosen: index == row))
    }

    // MARK: Lines that are typed

    private func breakpoints(_ row: Int) -> [String] {
        let rows = state.breakpoints.indices.map { breakpoint($0, chosen: row) }
        let typed = state.typed.map { [$0.error ?? BreakpointsView.examples] } ?? []
        return Spoken.lines(["breakpoints"] + (rows.isEmpty ? ["time stops nowhere yet"] : rows) + typed)
    }

    private func breakpoint(_ index: Int, chosen row: Int) -> String {
        let breakpoint = state.breakpoints[index]
        let problem = breakpoint.problem.map { ": \($0)" } ?? ""
        return Spoken.line(marked("stop when \(breakpoint.text)\(problem)", isChosen: index == row))
    }

    private var editor: [String] {
        guard let editor = state.editor else { return [] }
        let text =
            editor.text.isEmpty
            ? "the line is empty; type a source, then operators, each behind a dot, as in \(editor.example)"
            : "the line: \(String(editor.text))"
        let problem = editor.problem.map {
            ["\(editor.isUnfinished ? "" : "error: ")\($0.message)"] + $0.notes.map { "note: \($0)" }
        }
        let swift = editor.isRefused ? ["if it is Swift: a line with ! alone compiles it, and runs it with your rights"] : []
        return Spoken.lines([text] + (problem ?? []) + swift)
    }

    /// The completions at the cursor.
    var offers: [String] {
        guard let editor = state.editor else { return [] }
        let call = editor.call.map { ["in \(words(of: $0))"] } ?? []
        return Spoken.lines(call + editor.offers.map { "fits here, \(words(of: $0))" })
    }

    private func words(of offer: EditorState.Offer) -> String {
        "\(offer.signature): \(offer.summary)\(offer.example.map { " As in \($0)" } ?? "")"
    }
}
