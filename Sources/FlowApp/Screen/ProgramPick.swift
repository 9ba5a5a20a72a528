import FlowScreen
import FlowSessions
import FlowTerminal
import FlowTrace
import FlowViews

/// Lets the user pick from the traced programs.
package struct ProgramPick {
    /// The result of a key.
    enum Answer: Equatable {
        /// The pick is not finished.
        case none
        /// The program with this number was picked.
        case one(Int32)
        /// All programs were picked, including programs that start later.
        case all
        /// The user has left the list.
        case left
    }

    /// An order of the list.
    enum Order: String, CaseIterable {
        case number, name, age

        var next: Order { Order.allCases[((Order.allCases.firstIndex(of: self) ?? 0) + 1) % Order.allCases.count] }
    }

    /// The shown programs, in order.
    private(set) var processes: [TracedProcess] = []
    private(set) var selection = 0
    private(set) var order = Order.number
    /// A substring of the lines to show, and whether the user is typing it.
    private(set) var filter = LineEditor()
    private(set) var isTyping = false
    private var all: [TracedProcess] = []
    private let table: KeyTable

    /// The milliseconds between two updates of the list.
    private static let interval = 1_000

    init(_ processes: [TracedProcess], table: KeyTable = .standard) {
        self.table = table
        update(processes)
    }

    /// Shows the current programs, and keeps the selection.
    mutating func update(_ processes: [TracedProcess]) {
        all = processes
        arrange()
    }

    private mutating func arrange() {
        let chosen = processes.indices.contains(selection) ? processes[selection].number : nil
        let wanted = filter.text.lowercased()
        processes = all.filter { wanted.isEmpty || "\($0.number) \($0.name) \($0.arguments)".lowercased().contains(wanted) }
            .sorted { one, other in
                switch order {
                case .number: one.number < other.number
                case .name: (one.name, one.number) < (other.name, other.number)
                case .age: (one.age ?? 0, other.number) > (other.age ?? 0, one.number)
                }
            }
        selection = processes.firstIndex { $0.number == chosen } ?? max(0, min(selection, processes.count - 1))
    }

    /// Whether programs are running, and the filter hides them all.
    var isFiltered: Bool { processes.isEmpty && !all.isEmpty }

    /// The title of the list.
    var title: String {
        let filtered = isTyping || !filter.text.isEmpty ? "  / \(isTyping ? Prompt(line: filter).marked : filter.text)" : ""
        return "traced programs by \(order.rawValue)\(filtered)"
    }

    /// - Parameter page: The number of rows on the screen.
    mutating func press(_ key: Key, page: Int = 10) -> Answer {
        if isTyping, let answer = handleInput(key, page: page) { return answer }
        let command = table.command(of: key)
        switch command {
        case .allPrograms: return all.isEmpty ? .none : .all
        case .laneUp, .laneDown, .pageUp, .pageDown: choose(command?.rows(ofPage: page) ?? 0)
        case .travel(.start): selection = 0
        case .travel(.now): selection = max(0, processes.count - 1)
        case .inspect: return pick(selection)
        case .goTo(let index): return pick(index)
        case .filter: isTyping = true
        case .order:
            order = order.next
            arrange()
        case .quit, .close: return .left
        default: break
        }
        return .none
    }

    /// Handles a key in the filter; `nil` for a key without a meaning there.
    private mutating func handleInput(_ key: Key, page: Int) -> Answer? {
        switch key {
        case .up, .down, .pageUp, .pageDown: choose(key.rows(ofPage: page))
        case KeyTable.alwaysQuits: return nil
        case .enter: return pick(selection)
        case .escape:
            isTyping = false
            show(LineEditor())
        default:
            var line = filter
            _ = line.press(key)
            show(line)
        }
        return Answer.none
    }

    private mutating func show(_ filter: LineEditor) {
        self.filter = filter
        arrange()
    }

    private mutating func choose(_ step: Int) { selection = max(0, min(selection + step, processes.count - 1)) }

    private func pick(_ index: Int) -> Answer {
        processes.indices.contains(index) ? .one(processes[index].number) : .none
    }

    /// Runs the list until the user has picked, and restores the terminal.
    ///
    /// - Returns: The pick, `nil` if there was none, and the signal that ended the list, if any.
    package static func run(
        on terminal: CursesTerminal, ascii: Bool, theme: Theme, table: KeyTable, _ found: TracedProcesses
    ) -> (choice: ProgramChoice?, signal: Int32?) {
        defer { terminal.close() }
        let signs = ascii || terminal.capabilities.usesASCII ? Signs.ascii : .unicode
        var pick = ProgramPick(found.all, table: table)
        while true {
            var surface = Surface(terminal.size)
            ProgramsView(
                lines: TracedProcess.table(of: pick.processes), selection: pick.selection, title: pick.title,
                isFiltered: pick.isFiltered, isTyping: pick.isTyping, table: table, signs: signs
            ).draw(into: &surface)
            terminal.present(surface, theme: theme)
            let inputs = terminal.wait(milliseconds: interval)
            for input in inputs {
                switch input {
                case .key(.control("z")): terminal.suspend()
                case .key(let key):
                    switch pick.press(key, page: ProgramsView.rowCount(on: terminal.size)) {
                    case .none: break
                    case .one(let number): return (.named([found.folder.socket(of: number)]), nil)
                    case .all: return (.all(found), nil)
                    case .left: return (nil, nil)
                    }
                case .signal(let number): return (nil, number)
                case .hangup: return (nil, nil)
                case .mouse, .paste, .resized, .resumed, .woken: break
                }
            }
            if inputs.isEmpty { pick.update(found.all) }
        }
    }
}
