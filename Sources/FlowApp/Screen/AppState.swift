import FlowAnalysis
import FlowCore
import FlowModel
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowVerdict
import FlowViews

/// The receiver of keys.
enum Mode: Equatable {
    /// Commands, for the lanes or the list of pipelines.
    case commands
    /// Commands, for the overlay.
    case overlay(ScreenState.Overlay)
    /// The search line of jumps.
    case find(Prompt)
    /// The line of a new breakpoint, and the row selected before in the list of breakpoints.
    case addBreakpoint(Prompt, row: Int)
    /// The filter of the list of pipelines.
    case filter
    /// The search line of the picker, and the selected scenario.
    case findScenario(LineEditor, selection: Int)
    /// The input line for a chain.
    case editor(ChainEditor)
}

/// The subject of the screen, with the user's choices.
package enum Shown: Equatable {
    /// The run of a scenario.
    case scenario(Choice)
    /// The recorded run of a scenario.
    case recording(Choice)
    /// The trace of a program.
    case program(ProgramState = ProgramState())
    /// A running program.
    case watched(ProgramState = ProgramState())
}

/// The user's choices: the whole state of the screen apart from events.
package struct AppState: Equatable {
    private(set) var shown: Shown
    /// Whether the next variant is shown beside this one.
    var showsTwo = false
    /// The rerun with other numbers to compare with, `nil` if there is none.
    private(set) var whatIf: WhatIf?
    /// The store shown with another size; `nil` for none.
    var foretold: Foretold?
    package var isFrozen = false
    /// The past moment shown, `nil` for the present.
    var playhead: Moment?
    /// The event whose value is marked in all lanes, `nil` for the caption's event.
    var following: Moment?
    /// The time at which the lanes of a past moment begin, as long as that moment fits the screen; `nil` for no fixed time.
    var axisStart: TraceTime?
    /// The earlier views of the time axis that the user can return to, the most recent last.
    var views: [TimeView] = []
    /// The part of time that the list showed when a pipeline was opened, to return to; `nil` in the list.
    var listView: TimeView?
    /// The selected lane, from 0 at the top.
    package var selection = 0
    var cell: UInt64
    var speed = 1.0
    var mode = Mode.commands
    /// The number of rows by which the overlay is scrolled from its initial position; negative is back.
    var scroll = 0
    /// The conditions at which time stops.
    package var breakpoints: [Breakpoint] = []
    /// The target of jumps.
    var search = TraceSearch()
    /// The event of the last jump.
    var found: Moment?
    /// Whether a jump is still searching a long trace.
    var isSearching = false
    /// The history of the input line, including earlier runs of flowviz: chains that ran, or that the user left in the line.
    /// Oldest first, without duplicates.
    package var typedChains: [String] = []
    /// The answer to the last key.
    package var notice: KeyText?
    var theme = Theme.dark
    /// The themes through which the theme key cycles.
    private(set) var themes = Theme.all
    var table = KeyTable.standard
    /// The memory for trying a typed text.
    private(set) var budget = MemoryBudget.standard
    /// The initial zoom in steps from flowviz's own choice; positive is nearer.
    private(set) var zoomOffset = 0
    /// The suggested commands that the user has pressed since the scenario was opened.
    var tried: Set<Command> = []
    /// The user's position on the tour.
    package var tour = TourState()
    /// The index of the scenario's number that `<` and `>` change.
    var pickedNumber = 0
    var size: Size

    /// Cell sizes from near to far, in nanoseconds.
    static let cells: [UInt64] =
        [1, 2, 5, 10, 20, 50, 100, 200, 500].map { $0 * 1_000 }
        + [1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000].map { $0 * 1_000_000 }

    static let speeds: [Double] = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20]

    /// - Parameter length: The length of a program's trace.
    package init(_ shown: Shown, length: TraceTime = .zero, size: Size) {
        self.shown = shown
        self.size = size
        cell =
            switch shown {
            case .scenario(let choice), .recording(let choice): AppState.cell(of: choice)
            case .program, .watched: AppState.cell(ofLength: length)
            }
    }

    /// The initial cell size for a program's trace, in nanoseconds.
    static func cell(ofLength length: TraceTime) -> UInt64 {
        cells.last { $0 <= 1_000_000_000 && length.nanoseconds / $0 >= 60 } ?? 1_000_000
    }

    /// Adds the chains of earlier runs, or a notice if they cannot be read.
    package mutating func recall(_ history: HistoryFile?) {
        do {
            typedChains = HistoryFile.collapsed((try history?.read() ?? []) + typedChains)
        } catch {
            notice = notice ?? KeyText(error.description)
        }
    }

    /// The same state with the theme, the keys, the zoom and the memory of a configuration.
    func applying(_ config: Config) -> AppState {
        var state = self
        (state.theme, state.themes, state.table) = (config.theme, config.themes, config.table)
        state.zoomOffset = config.settings.zoom
        state.budget = MemoryBudget(bytes: config.settings.memory)
        state.cell = state.zoomed(cell)
        return state
    }

    /// The initial state of the screen under a configuration, with a notice about problems of the configuration.
    package func initialState(_ config: Config) -> AppState {
        var state = applying(config)
        if tour.stop == nil { state.speed = config.settings.speed } else { state.tour.usualSpeed = config.settings.speed }
        state.notice = config.warning(naming: FileName.last).map { KeyText($0) } ?? notice
        return state
    }

    /// A cell size after the user's initial zoom.
    private func zoomed(_ cell: UInt64) -> UInt64 {
        let index = AppState.cells.firstIndex { $0 >= cell } ?? AppState.cells.count - 1
        return zoomOffset == 0 ? cell : AppState.cells[min(max(0, index - zoomOffset), AppState.cells.count - 1)]
    }

    /// The subject to which keys apply.
    var subject: KeyContext.Subject {
        switch shown {
        case .scenario: .scenario
        case .recording: .recording
        case .program: .program
        case .watched: .watched
        }
    }

    /// The scenario, `nil` on a program's trace.
    package var choice: Choice? {
        switch shown {
        case .scenario(let choice), .recording(let choice): choice
        case .program, .watched: nil
        }
    }

    /// The choices in the list of a program's pipelines; `nil` for a scenario, for which setting them has no effect.
    var program: ProgramState? {
        get {
            switch shown {
            case .program(let program), .watched(let program): program
            case .scenario, .recording: nil
            }
        }
        set {
            guard let newValue else { return }
            switch shown {
            case .program: shown = .program(newValue)
            case .watched: shown = .watched(newValue)
            case .scenario, .recording: break
            }
        }
    }

    /// Sorts and filters the list of a program's pipelines; `nil` leaves the order, or the filter, as it is.
    package mutating func list(by order: ListOrder?, matching filter: String?) {
        if let order { program?.order = order }
        if let filter { program?.filter = filter }
    }

    /// The overlay. Setting it closes any input line.
    var overlay: ScreenState.Overlay? {
        get {
            switch mode {
            case .overlay(let overlay): overlay
            case .addBreakpoint(_, let row): .breakpoints(row: row)
            case .findScenario(_, let selection): .picker(selection)
            case .commands, .find, .filter, .editor: nil
            }
        }
        set {
            if newValue != overlay { scroll = 0 }
            mode = newValue.map(Mode.overlay) ?? .commands
        }
    }

    /// The input line for a chain while it is open.
    var editor: ChainEditor? {
        if case .editor(let editor) = mode { editor } else { nil }
    }

    /// The input line for a search or a condition while it is open.
    var prompt: Prompt? {
        switch mode {
        case .find(let prompt), .addBreakpoint(let prompt, _): prompt
        case .commands, .overlay, .filter, .editor, .findScenario: nil
        }
    }

    /// Inserts a text into the open input line; returns `false` if there is none.
    mutating func insert(_ text: String) -> Bool {
        let line = text.split(separator: "\n").joined(separator: " ")
        switch mode {
        case .editor(var editor):
            editor.insert(text)
            mode = .editor(editor)
        case .find(var prompt):
            prompt.line.insert(line)
            mode = .find(prompt)
        case .addBreakpoint(var prompt, let row):
            prompt.line.insert(line)
            mode = .addBreakpoint(prompt, row: row)
        case .findScenario(var line, let selection):
            line.insert(text.split(separator: "\n").joined(separator: " "))
            mode = .findScenario(line, selection: selection)
        case .commands, .overlay, .filter: return false
        }
        return true
    }

    /// The number that `<` and `>` change.
    var number: ScenarioNumber? {
        let numbers = choice?.variantValue.numbers ?? []
        return numbers.isEmpty ? nil : numbers[pickedNumber % numbers.count]
    }

    /// The current values of the numbers that `<` and `>` can change.
    var numbers: Numbers? { whatIf?.numbers ?? choice?.numbers }

    /// Whether two runs fit side by side.
    var fitsTwo: Bool { size.width >= RootView.widthOfTwoPanes }

    /// Shows another scenario from its start, and keeps the choices about the screen.
    mutating func show(_ choice: Choice) {
        compare(with: nil)
        let isOther = choice.scenario != self.choice?.scenario || choice.chain != self.choice?.chain
        if isOther || choice.variant != self.choice?.variant {
            cell = zoomed(AppState.cell(of: choice))
            pickedNumber = 0
        }
        if isOther {
            selection = AppState.interestingLane(of: choice)
            showsTwo = false
            tried = []
        }
        shown = .scenario(choice)
        playhead = nil
        overlay = nil
    }

    /// Shows a tried text in place of a scenario.
    mutating func show(_ typed: TypedText) {
        compare(with: nil)
        shown = .watched(ProgramState(isTried: true, typed: typed))
        cell = zoomed(AppState.cell(ofLength: TriedRun.usualLength))
        (playhead, following, showsTwo, isFrozen) = (nil, nil, false, false)
        overlay = nil
    }

    /// Starts again with a program that has new pipelines.
    mutating func begin(_ notice: KeyText) {
        program?.opened = nil
        program?.selection = nil
        (following, foretold) = (nil, nil)
        (playhead, axisStart, listView) = (nil, nil, nil)
        self.notice = notice
    }

    /// Shows the next variant beside this one, or this one alone. A pane is narrow, so its cells span more time.
    mutating func showTwo(_ shows: Bool) {
        guard let choice else { return }
        showsTwo = shows
        cell = zoomed(AppState.cell(of: choice))
        if shows { cell = AppState.cells.first { $0 > cell } ?? cell }
    }

    /// Compares the run with a rerun; `nil` ends the comparison. If both runs are shown, cells span more time.
    mutating func compare(with whatIf: WhatIf?) {
        following = nil
        let (showedBoth, showsBoth) = (self.whatIf?.view == .both, whatIf?.view == .both)
        if showsBoth, !showedBoth { cell = AppState.cells.first { $0 > cell } ?? cell }
        if showedBoth, !showsBoth { cell = AppState.cells.last { $0 < cell } ?? cell }
        self.whatIf = whatIf
    }

    /// The initial cell size in nanoseconds. A short run of a chain fills the width.
    static func cell(of choice: Choice) -> UInt64 {
        let own = VirtualTime(choice.variantValue.cell).traceTime.nanoseconds
        guard choice.chain != nil, let length = AppState.length(of: choice) else { return own }
        return cells.last { $0 < own && length / $0 >= 24 } ?? own
    }

    /// The length in nanoseconds of a run without input; `nil` if the run takes more than 24 cells or some thousand steps.
    private static func length(of choice: Choice) -> UInt64? {
        let run = ScenarioRun(choice)
        let limit = VirtualTime(choice.variantValue.cell).traceTime.nanoseconds * 24
        var steps = 0
        while let next = run.nextDeadline {
            guard steps < 5_000, next.nanoseconds < limit, run.step() else { return nil }
            steps += 1
        }
        return run.now.nanoseconds > 0 ? run.now.nanoseconds : nil
    }

    /// The lane to select first in a scenario.
    package static func interestingLane(of choice: Choice) -> Int {
        interestingLane(of: StreamAnalysis(choice.variantValue).model)
    }

    /// The lane to select first: the lane of the stage in the verdict, otherwise the lane that its model suggests.
    static func interestingLane(of facts: RunFacts) -> Int {
        let culprit = facts.stream.report(at: facts.now)?.verdict.culprit
        return culprit.flatMap { ScreenLane.index(of: $0, in: facts.model) } ?? interestingLane(of: facts.model)
    }

    /// The lane of a model to select first: the buffer with the most drops, otherwise the last buffer, the first demand lane, or
    /// the last lane.
    static func interestingLane(of model: StreamModel) -> Int {
        let lanes = ScreenLane.lanes(of: model)
        let losses = lanes.map { $0.kind == .buffer ? model.lanes[$0.index].totals(upTo: .max).dropped : 0 }
        if let most = losses.max(), most > 0 { return losses.firstIndex(of: most) ?? 0 }
        return lanes.lastIndex { $0.kind == .buffer } ?? lanes.firstIndex { $0.kind == .demand } ?? max(0, lanes.count - 1)
    }
}
