import ArgumentParser
import FlowApp
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTerminal
import FlowTrace
import LibC

/// Plain mode: appends lines instead of drawing a screen, at a pace.
struct PlainLines {
    /// The text of `--every`.
    let every: String?

    /// Refuses a pace without plain mode.
    func checkPace(writesLines: Bool) throws {
        if every != nil, !writesLines { throw ValidationError("--every paces lines; it needs --plain") }
    }

    /// The minimum time between two reports of events, in nanoseconds.
    var interval: UInt64 {
        get throws {
            guard let every else { return 1_000_000_000 }
            guard let time = Arguments.nanoseconds(every), time <= 3_600_000_000_000 else {
                throw ValidationError("--every '\(every)' is not valid; it takes a time from 0s to 3600s, for example 500ms")
            }
            return time
        }
    }

    /// Runs until the user quits or nothing more can happen, and returns the result of the loop.
    func run(_ playback: Playback, _ state: AppState, _ history: HistoryFile?) throws -> (repeatLine: String?, signal: Int32?) {
        var loop = PlainLoop(
            terminal: try PlainLines.terminal(), playback: playback, state: state, history: history, interval: try interval)
        return loop.run()
    }

    /// Lets the user pick from the traced programs by typing a line; `nil` if the user picked none.
    static func pick(among found: TracedProcesses) throws -> ProgramChoice? {
        let terminal = try terminal()
        defer { terminal.close() }
        terminal.readsLines = true
        let output = StandardOutput { terminal.close() }
        while true {
            let programs = found.all
            for line in TracedProcess.table(of: programs) { output.line(line) }
            output.line("type the number of a process, all, or an empty line to leave")
            output.flush()
            switch terminal.next() {
            case .line("all"): return .all(found)
            case .line(""), .end: return nil
            case .line(let text):
                if let number = Int32(text), programs.contains(where: { $0.number == number }) {
                    return .named([found.folder.socket(of: number)])
                }
                output.line("no traced process has the number '\(text)'; choose one from the list")
            case .signal(let number):
                terminal.close()
                CursesTerminal.reraise(number)
            case .key, .resumed, .woken, nil: break
            }
        }
    }

    private static func terminal() throws(Failure) -> LineTerminal {
        try Failure.checked { () throws(TerminalError) in try LineTerminal() }
    }
}

extension Config {
    /// Whether to write lines: by setting, or because the terminal cannot do more.
    var asksForLines: Bool { origins["plain"] == nil ? CursesTerminal.environment["TERM"] == "dumb" : settings.plain }
}
