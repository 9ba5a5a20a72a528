import FlowTerminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The screen from the command line: opens the terminal, runs the loop, and ends as it ended.
enum Screen {
    static func show(_ playback: any Playback, state: AppState, ascii: Bool, noColor: Bool) throws {
        let hasColour = !noColor && (Environment.variables["NO_COLOR"] ?? "").isEmpty
        let terminal: CursesTerminal
        do {
            terminal = try CursesTerminal(options: TerminalOptions(ascii: ascii, colour: hasColour))
        } catch {
            throw Failure(error.description)
        }
        var loop = EventLoop(terminal: terminal, playback: playback, state: state, ascii: ascii)
        let (line, signal) = loop.run()
        // Control-C is a way to quit; other signals come from outside, perhaps because the terminal is gone.
        if let line, signal == nil || signal == SIGINT {
            let output = StandardOutput()
            // A chain has lines of its own.
            output.lines(line + "\n")
            output.flush()
        }
        if let signal { CursesTerminal.reraise(signal) }
    }
}
