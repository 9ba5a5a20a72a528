import FlowScreen
import FlowTerminal
import FlowTrace
import FlowViews

/// The pick from the traced programs of a user.
struct ProgramPick {
    /// What a key has led to.
    enum Answer: Equatable {
        /// The pick goes on.
        case none
        /// The program with this number was picked.
        case one(Int32)
        /// All of them were picked, and those that start later.
        case all
        /// The user leaves.
        case left
    }

    private(set) var processes: [TracedProcess] = []
    private(set) var selection = 0
    private let table: KeyTable

    /// The milliseconds after which is looked again which programs there are.
    private static let interval = 1_000

    init(_ processes: [TracedProcess], table: KeyTable = .standard) {
        self.processes = processes
        self.table = table
    }

    /// Shows the programs that there are now; the chosen one stays chosen.
    mutating func update(_ processes: [TracedProcess]) {
        let chosen = self.processes.indices.contains(selection) ? self.processes[selection].number : nil
        self.processes = processes
        selection = processes.firstIndex { $0.number == chosen } ?? max(0, min(selection, processes.count - 1))
    }

    mutating func press(_ key: Key) -> Answer {
        switch table.command(of: key) {
        case .allPrograms: return processes.isEmpty ? .none : .all
        case .laneUp: selection = max(0, selection - 1)
        case .laneDown: selection = max(0, min(selection + 1, processes.count - 1))
        case .travel(.start): selection = 0
        case .travel(.now): selection = max(0, processes.count - 1)
        case .inspect: return pick(selection)
        case .goTo(let index): return pick(index)
        case .quit, .close: return .left
        default: break
        }
        return .none
    }

    private func pick(_ index: Int) -> Answer {
        processes.indices.contains(index) ? .one(processes[index].number) : .none
    }

    /// Asks the user, and gives the terminal back.
    ///
    /// - Returns: What was picked, `nil` for nothing, and the signal that ended it.
    static func run(
        on terminal: CursesTerminal, ascii: Bool, theme: Theme, table: KeyTable, _ found: TracedProcesses
    ) -> (choice: ProgramChoice?, signal: Int32?) {
        defer { terminal.close() }
        let signs = ascii || terminal.capabilities.usesASCII ? Signs.ascii : .unicode
        var pick = ProgramPick(found.all, table: table)
        while true {
            var surface = Surface(terminal.size)
            ProgramsView(lines: TracedProcess.table(of: pick.processes), selection: pick.selection, table: table, signs: signs)
                .draw(into: &surface)
            terminal.present(surface, theme: theme)
            let inputs = terminal.wait(milliseconds: interval)
            for input in inputs {
                switch input {
                case .key(.control("z")): terminal.suspend()
                case .key(let key):
                    switch pick.press(key) {
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
