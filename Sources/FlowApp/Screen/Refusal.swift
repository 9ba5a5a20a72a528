import FlowScenarios
import FlowScreen
import FlowSessions
import FlowTrace
import FlowViews

/// The reason why a key has no effect here.
enum Refusal: Equatable {
    case noMeaning
    /// The command belongs to another subject; `id` is the scenario of a recording.
    case ofOtherSubject(KeyContext.Subject, id: String)
    case noControl(ControlKey)
    case streamIsOver
    /// Time has stopped already.
    case isOver(isRecording: Bool)
    case nothingMoreToStep
    case nothingScheduled(KeyContext.Subject)
    case nothingRecordedYet
    case nothingHasHappened
    case otherRunIsOnItsWay
    case isStart, isNow
    case isFastest, isSlowest, isNearest, isFarthest
    case hasOneVariant(id: String)
    case recordingHasNoOtherRun
    case isTooNarrow(columns: Int)
    case noNumber
    /// The number has no next value; the end is `the largest` or `the first`.
    case isLastNumber(name: String, value: String, end: String)
    case numberDoesNotFit(name: String, value: String, problem: String)
    case hasNoValue, isFirstValue, isLastValue
    case isListOfAll, needsPipeline, needsList
    /// Stages are held, and sizes chosen, in the lanes.
    case needsLanes
    /// The lane has no size; the name is that of one that has.
    case needsStore(String?)
    /// There is no further size to foretell.
    case isLastSize(Int?, up: Bool)
    /// The lanes below the list always show a whole life; a small screen has none.
    case isFitted(hasLanes: Bool)
    /// The list has one part of time; a row of several pipelines stands for none of them.
    case listHasNoViews, isOfSeveral
    /// No moment stands out, and no earlier view is known.
    case hasNoOnset, isFirstView
    case isOnlyProgram, isOfSameProgram
    /// Only a tried file has known output and a previous run.
    case isNotTried, isFirstRun
    case nothingToPasteInto
    case isFirstStop
    /// The tour cannot be started here: it has separate scenarios.
    case tourHasOtherScenarios
    /// The subject has a fixed order, or only one page.
    case hasOneOrder, isWhole
    /// There is no source line to open: for a scenario, a text without a file, a lane without a location.
    case hasNoText, isOfNoFile, isTextOfNoFile, hasNoLine(lane: String, known: String?)
    case hasNoEditor(for: CodeLocation)
    /// The list of breakpoints has different keys.
    case addsCondition

    /// The answer on the screen.
    var words: KeyText {
        switch self {
        case .noMeaning: "this key does nothing; \(.help) lists the keys"
        case .ofOtherSubject(.scenario, _): "that is for programs: their list of pipelines, and what a tried file prints"
        case .ofOtherSubject(.recording, let id):
            "this is a recording of \(id): only \(.numberDown) and \(.numberUp) change it; flowviz --scenario \(id) runs it"
        case .ofOtherSubject(.program, _): "this is the trace of a program and cannot be changed; \(.help) lists the keys"
        case .ofOtherSubject(.watched, _): "a running program can only be watched; \(.help) lists the keys for that"
        case .noControl(let key): Refusal.words(of: key)
        case .streamIsOver: "the stream is over; \(.restart) restarts it"
        case .isOver(let isRecording):
            "the \(isRecording ? "recording" : "run") is over, and time has stopped already; \(.restart) restarts"
        case .nothingMoreToStep: "the run is over, and nothing more happens; \(.travel(.stepBack)) steps back"
        case .nothingScheduled(.scenario): "nothing is scheduled: the stream waits for you"
        case .nothingScheduled(.recording), .nothingScheduled(.program): "nothing more happens; \(.travel(.stepBack)) steps back"
        case .nothingScheduled(.watched):
            "time follows the program: \(.travel(.freeze)) runs on, \(.travel(.stepBack)) steps back"
        case .nothingRecordedYet: "nothing has been recorded yet; \(.travel(.stepForward)) goes on"
        case .nothingHasHappened: "nothing has happened yet"
        case .otherRunIsOnItsWay: "the other run has not reached this moment yet; press the key again when it has"
        case .isStart: "this is the start"
        case .isNow: "this is now; \(.travel(.left)) moves into the past"
        case .isFastest: "this is as fast as it goes"
        case .isSlowest: "this is as slow as it goes; \(.travel(.freeze)) freezes, \(.travel(.stepForward)) steps"
        case .isNearest: "maximum zoom"
        case .isFarthest: "minimum zoom"
        case .hasOneVariant(let id): "\(id) has only one variant"
        case .recordingHasNoOtherRun:
            "\(.numberDown) and \(.numberUp) rerun this recording with another number, \(.twoVariants) turns to the run as it was"
        case .isTooNarrow(let columns):
            "two side by side need \(RootView.widthOfTwoPanes) columns; this screen has \(columns)"
        case .noNumber: "no number to change here"
        case .hasNoOnset: "nothing is wrong here, and no stage has held a value"
        case .isFirstView: "no earlier view to go back to; \(.fit) fits the time, \(.onset) goes to where the trouble began"
        case .isLastNumber(let name, let value, let end): "\(name) is \(value), \(end) there is"
        case .numberDoesNotFit(let name, let value, let problem): "\(name) cannot be \(value): \(problem)"
        case .hasNoValue: "this event has no value; choose one that does, or find one with \(.filter)"
        case .isFirstValue: "this is the first value that is known"
        case .isLastValue: "this is the last value that is known"
        case .isListOfAll: "this is the list of all; \(.quit) leaves"
        case .needsPipeline: "\(.inspect) opens a pipeline; \(.twoVariants) then shows one of another program beside it"
        case .needsLanes: "\(.inspect) opens a pipeline; this key is for its lanes"
        case .needsStore(let store?):
            "this lane holds no values; \(.laneUp) and \(.laneDown) go to \(store), whose size can change"
        case .needsStore(nil): "no stage of this pipeline holds values, so there is no size to choose"
        case .isLastSize(nil, _): "it has no limit already"
        case .isLastSize(let size?, up: true): "\(size) is the largest size that is foretold here"
        case .isLastSize(let size?, up: false): "\(size) is the smallest size that is foretold here"
        case .isFitted(hasLanes: true): "the lanes below show the whole life; \(.inspect) opens them"
        case .isFitted(hasLanes: false): "\(.inspect) opens the pipeline, and shows its whole life"
        case .listHasNoViews: "the list has no earlier view to go back to; the lanes that \(.inspect) opens have"
        case .isOfSeveral: "this row is of several pipelines; \(.inspect) unfolds it"
        case .needsList: "\(.close) goes back to the list, where this key applies"
        case .isOnlyProgram: "this is one program; attach and replay take several, to be seen beside each other"
        case .isNotTried: "what this program prints is on its own terminal"
        case .isFirstRun: "there is no run before this one; \(.restart) builds and runs it again"
        case .isOfSameProgram: "choose a pipeline of another program, or press \(.close)"
        case .hasOneOrder: "\(.order) sorts only the lists of pipelines and of traced programs"
        case .isWhole: "this is all there is; \(.close) closes it"
        case .hasNoText: "only scenarios and typed chains have a text to show; \(.openSource) opens the source of a program"
        case .isOfNoFile: "scenarios and typed chains have no source line to open; \(.code) shows the chain in Swift"
        case .isTextOfNoFile: "this text is in no file that could be opened; flowviz try FILE.swift tries one that is"
        case .hasNoLine(let lane, let known?): "no line of source is known of \(lane); \(known) has one"
        case .hasNoLine(let lane, nil): "no line of source is known of \(lane); .label(\"name\") in the source records one"
        case .hasNoEditor(let location):
            "\(location.description): neither VISUAL nor EDITOR names an editor; export EDITOR=vi"
        case .addsCondition: "\(.breakpoints) adds a condition, \(.close) closes the list"
        case .isFirstStop: "this is the first stop of the tour; \(Key.enter) goes on"
        case .tourHasOtherScenarios: "the tour has separate scenarios; flowviz tour starts it"
        case .nothingToPasteInto: "there is nothing to paste into"
        }
    }

    private static func words(of key: ControlKey) -> KeyText {
        switch key {
        case .togglePause: "no pausable sink here; \(.travel(.freeze)) freezes time"
        case .request1, .request10, .unlimited:
            """
            this subscriber asks by itself; \(.press(.request1)), \(.press(.request10)) and \(.press(.unlimited)) ask in scenarios \
            that wait for you
            """
        case .emit, .burst:
            "this source sends by itself; \(.press(.emit)) and \(.press(.burst)) send values in scenarios that take yours"
        case .finish: "this source ends by itself"
        case .cancel: "this subscription cannot be cancelled by hand"
        case .more, .twice, .old: stepping
        }
    }

    /// Names the scenario that has a stepping subscriber, and its key.
    private static var stepping: KeyText {
        let index = Catalogue.scenarios.firstIndex { $0.variants.contains { $0.controls.contains(.old) } }
        guard let index else { return "no SteppingSubscriber here" }
        return "no SteppingSubscriber here; \(.goTo(index)) opens \(Catalogue.scenarios[index].id), which has one"
    }
}

extension AppState {
    /// Shows the reason why a key has no effect.
    ///
    /// - Returns: No effects.
    @discardableResult
    mutating func refuse(_ refusal: Refusal) -> [Effect] {
        notice = refusal.words
        return []
    }

    /// The reason why a command does not apply to the subject, `nil` if it may apply.
    func refusal(of command: Command) -> Refusal? {
        guard let binding = table.binding(of: command), !binding.belongs(to: subject) else { return nil }
        // This command has a meaning only in the list of traced programs.
        if command == .allPrograms { return .noMeaning }
        // This command searches for the next run of an exited program.
        if subject == .watched, command == .restart { return nil }
        if command == .order { return .hasOneOrder }
        // The page keys work for every subject.
        if command == .pageUp || command == .pageDown { return nil }
        if command == .openSource { return .isOfNoFile }
        if command == .code { return .hasNoText }
        if command == .tour { return .tourHasOtherScenarios }
        return .ofOtherSubject(subject, id: choice?.scenarioValue.id ?? "")
    }
}
