import FlowScreen

extension ScreenState {
    /// An overlay over the lanes. This enum lists them all.
    ///
    /// Each has a folder beside this file with its picture, its words and its keys in the footer. If keys choose a row, a folder
    /// in FlowApp handles them.
    public enum Overlay: Hashable, Sendable {
        /// The keys, and the signs if there is room.
        case help
        /// The signs, if there is no room for them beside the keys.
        case signs
        /// The scenarios; the number is the selected row.
        case picker(Int)
        /// The Swift text of the chain.
        case code
        /// The log, as tall as the screen allows, up to an event; `nil` for the newest.
        case log(last: Int?)
        /// The inspector, as tall as the screen allows.
        case inspector
        /// The reasons for an event of the first pane: its sequence number, and the selected row of the chain.
        case why(event: Int, row: Int)
        /// The journey of the value of an event of the first pane: the event's sequence number, and the selected row.
        case journey(event: Int, row: Int)
        /// The conditions that stop time, and the selected one.
        case breakpoints(row: Int)
        /// The output of a tried program.
        case output
    }
}

/// The keys that open overlays, by their names in a file of settings.
public enum OverlayKey: String, CaseIterable, Sendable {
    case breakpoints, picker, inspect, why, code, log, output, help
}

extension Command {
    public static let breakpoints = Command.open(.breakpoints)
    public static let picker = Command.open(.picker)
    public static let inspect = Command.open(.inspect)
    public static let why = Command.open(.why)
    public static let code = Command.open(.code)
    public static let log = Command.open(.log)
    public static let output = Command.open(.output)
    public static let help = Command.open(.help)
}

extension ScreenState {
    /// The view of the overlay, `nil` if none is open.
    ///
    /// - Parameter hasColour: Whether the terminal shows colour.
    func overlayView(signs: Signs, hasColour: Bool = true) -> (any OverlayView)? {
        switch overlay {
        case .help: HelpView(keys: keys, table: table, signs: signs, hasColour: hasColour)
        case .signs: SignsView(table: table, signs: signs)
        case .picker(let selection):
            PickerView(entries: catalogue, selection: selection, table: table, signs: signs, search: pickerSearch)
        case .code: CodeView(code: code, title: "\(id) in Swift", table: table, signs: signs, scroll: scroll)
        case .log(let last): LogOverlay(log: LogView(pane: panes[0], signs: signs, last: last), table: table)
        case .inspector: InspectorOverlay(state: self, signs: signs)
        case .why(let event, let row): StepsOverlay(event: event, row: row, isJourney: false, state: self, signs: signs)
        case .journey(let event, let row): StepsOverlay(event: event, row: row, isJourney: true, state: self, signs: signs)
        case .breakpoints(let row):
            BreakpointsView(
                rows: breakpoints, row: row, typed: typed?.text, error: typed?.error, table: table, signs: signs)
        case .output: OutputOverlay(state: self, signs: signs)
        case nil: nil
        }
    }
}
