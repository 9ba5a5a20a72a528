import FlowAnalysis
import FlowCore
import FlowModel
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowViews

/// What keys go to.
enum Mode: Equatable {
    /// Commands, for the lanes or the list of pipelines.
    case commands
    /// Commands, for what lies over them.
    case overlay(ScreenState.Overlay)
    /// The line of what jumps go to.
    case find(Prompt)
    /// The line of a new breakpoint; the row of their list that was chosen before.
    case addBreakpoint(Prompt, row: Int)
    /// The filter of the list of pipelines.
    case filter
    /// The line in the picker, and the scenario that is chosen.
    case findScenario(LineEditor, selection: Int)
    /// The line in which a chain is typed.
    case editor(ChainEditor)
}

/// What is on the screen, with what is chosen of it.
package enum Shown: Equatable {
    /// A scenario that runs.
    case scenario(Choice)
    /// A scenario's run that was recorded.
    case recording(Choice)
    /// The trace of a program.
    case program(ProgramState = ProgramState())
    /// A program that runs.
    case watched(ProgramState = ProgramState())
}

/// What the user has chosen: everything about the screen but the events.
package struct AppState: Equatable {
    private(set) var shown: Shown
    /// Whether the next variant is shown beside this one.
    var showsTwo = false
    /// The same run with other numbers, `nil` if none is compared with it.
    private(set) var whatIf: WhatIf?
    package var isFrozen = false
    /// The past moment that is shown, `nil` for the present.
    var playhead: Moment?
    /// The event whose value is marked in all lanes, `nil` if the caption's is.
    var following: Moment?
    /// The selected lane from the top.
    package var selection = 0
    var cell: UInt64
    var speed = 1.0
    var mode = Mode.commands
    /// How many rows what lies over the lanes is moved on from where it is read first, back where negative.
    var scroll = 0
    /// Where time stops.
    package var breakpoints: [Breakpoint] = []
    /// What jumps go to.
    var search = TraceSearch()
    /// The event that the last jump went to.
    var found: Moment?
    /// Whether a jump is still searching a long trace.
    var isSearching = false
    /// What was run from the line, in earlier runs too, or stood in it when it was closed; the oldest first, each once.
    package var typedChains: [String] = []
    /// The answer to the last key.
    package var notice: KeyText?
    var theme = Theme.dark
    /// What the theme's key goes through.
    private(set) var themes = Theme.all
    /// All keys.
    var table = KeyTable.standard
    /// How much memory a text of the line may take that is tried.
    private(set) var budget = MemoryBudget.standard
    /// How many steps nearer than by itself the screen begins.
    private(set) var nearness = 0
    /// What was pressed of what the scenario suggests, since it was opened.
    var tried: Set<Command> = []
    /// Where the user is on the tour.
    package var tour = TourState()
    /// Which of the scenario's numbers `<` and `>` change.
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

    /// The stretch of time of a cell at first, of a program's trace.
    static func cell(ofLength length: TraceTime) -> UInt64 {
        cells.last { $0 <= 1_000_000_000 && length.nanoseconds / $0 >= 60 } ?? 1_000_000
    }

    /// Adds the chains of earlier runs. Where they cannot be read, the screen says so.
    package mutating func recall(_ history: HistoryFile?) {
        do {
            typedChains = HistoryFile.collapsed((try history?.read() ?? []) + typedChains)
        } catch {
            notice = notice ?? KeyText(error.description)
        }
    }

    /// The same state with the looks of some settings.
    func looking(as config: Config) -> AppState {
        var state = self
        (state.theme, state.themes, state.table) = (config.theme, config.themes, config.table)
        state.nearness = config.settings.zoom
        state.budget = MemoryBudget(bytes: config.settings.memory)
        state.cell = state.zoomed(cell)
        return state
    }

    /// The state that the screen begins with: its looks, and a word about what is wrong in the settings.
    package func beginning(with config: Config) -> AppState {
        var state = looking(as: config)
        if tour.stop == nil { state.speed = config.settings.speed } else { state.tour.usualSpeed = config.settings.speed }
        state.notice = config.warning(naming: FileName.last).map { KeyText($0) } ?? notice
        return state
    }

    /// The cell that the user's nearness makes of one.
    private func zoomed(_ cell: UInt64) -> UInt64 {
        let index = AppState.cells.firstIndex { $0 >= cell } ?? AppState.cells.count - 1
        return nearness == 0 ? cell : AppState.cells[min(max(0, index - nearness), AppState.cells.count - 1)]
    }

    /// What keys apply to.
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

    /// The list of a program's pipelines, `nil` on a scenario, where setting it does nothing.
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

    /// What lies over the lanes; setting it ends whatever is being typed.
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

    /// The chain that is being typed.
    var editor: ChainEditor? {
        if case .editor(let editor) = mode { editor } else { nil }
    }

    /// What is being searched for, or where time is to stop, while that is typed.
    var prompt: Prompt? {
        switch mode {
        case .find(let prompt), .addBreakpoint(let prompt, _): prompt
        case .commands, .overlay, .filter, .editor, .findScenario: nil
        }
    }

    /// Writes a text into the line that is being typed; `false` where none is.
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

    /// The values of the numbers that `<` and `>` go on from.
    var numbers: Numbers? { whatIf?.numbers ?? choice?.numbers }

    /// Whether two runs fit side by side.
    var fitsTwo: Bool { size.width >= RootView.widthOfTwoPanes }

    /// Shows another scenario from its start, keeping what is about the screen.
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

    /// Shows a text that is tried instead of a scenario.
    mutating func show(_ typed: TypedText) {
        compare(with: nil)
        shown = .watched(ProgramState(isTried: true, typed: typed))
        cell = zoomed(AppState.cell(ofLength: TriedRun.usualLength))
        (playhead, following, showsTwo, isFrozen) = (nil, nil, false, false)
        overlay = nil
    }

    /// Begins anew with a program whose pipelines are others.
    mutating func begin(_ notice: KeyText) {
        program?.opened = nil
        program?.selection = nil
        following = nil
        playhead = nil
        self.notice = notice
    }

    /// Shows the next variant beside this one, or this one alone; a pane is narrow, so its cells hold a little more time.
    mutating func showTwo(_ shows: Bool) {
        guard let choice else { return }
        showsTwo = shows
        cell = zoomed(AppState.cell(of: choice))
        if shows { cell = AppState.cells.first { $0 > cell } ?? cell }
    }

    /// Compares the run with the same with other numbers, or with none; where both are shown, cells hold a little more time.
    mutating func compare(with whatIf: WhatIf?) {
        following = nil
        let (showedBoth, showsBoth) = (self.whatIf?.view == .both, whatIf?.view == .both)
        if showsBoth, !showedBoth { cell = AppState.cells.first { $0 > cell } ?? cell }
        if showedBoth, !showsBoth { cell = AppState.cells.last { $0 < cell } ?? cell }
        self.whatIf = whatIf
    }

    /// The stretch of time of a cell at first. The run of a chain that ends soon fills the width.
    static func cell(of choice: Choice) -> UInt64 {
        let own = VirtualTime(choice.variantValue.cell).traceTime.nanoseconds
        guard choice.chain != nil, let length = AppState.length(of: choice) else { return own }
        return cells.last { $0 < own && length / $0 >= 24 } ?? own
    }

    /// How long a run without input takes, in nanoseconds, if it is over within 24 cells and some thousand steps.
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

    /// The lane to look at first: the buffer where there is one, else the last.
    package static func interestingLane(of choice: Choice) -> Int {
        interestingLane(of: StreamAnalysis(choice.variantValue).model)
    }

    /// The lane to look at first: that of the stage which the verdict names, else the one that is interesting by itself.
    static func interestingLane(of facts: RunFacts) -> Int {
        let culprit = facts.stream.report(at: facts.now)?.verdict.culprit
        return culprit.flatMap { ScreenLane.index(of: $0, in: facts.model) } ?? interestingLane(of: facts.model)
    }

    /// The lane of a model to look at first: the buffer that lost most, else the one nearest to the subscribers.
    static func interestingLane(of model: StreamModel) -> Int {
        let lanes = ScreenLane.lanes(of: model)
        let losses = lanes.map { $0.kind == .buffer ? model.lanes[$0.index].totals(upTo: .max).dropped : 0 }
        if let most = losses.max(), most > 0 { return losses.firstIndex(of: most) ?? 0 }
        return lanes.lastIndex { $0.kind == .buffer } ?? lanes.firstIndex { $0.kind == .demand } ?? max(0, lanes.count - 1)
    }
}
