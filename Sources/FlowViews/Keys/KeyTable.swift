/// All keys.
public enum KeyTable {
    /// The bindings, in the order of the help.
    public static let bindings: [KeyBinding] = [
        KeyBinding("f", "freeze, run", footer: "freeze", .time, [.freeze]),
        KeyBinding(". ,", "event on, back", footer: "step", .time, [.stepForward, .stepBack]),
        KeyBinding("← →", "move in time", .time, [.left, .right]),
        KeyBinding("Home End", "start, now", .time, [.start, .now]),
        KeyBinding("n N", "next, last drop", .time, [.nextMatch, .previousMatch]),
        KeyBinding("B", "breakpoints", .time, [.breakpoints]),
        KeyBinding("+ -", "speed", footer: "speed", .time, [.faster, .slower]),
        KeyBinding("z Z", "zoom in, out", .time, [.zoomIn, .zoomOut]),

        KeyBinding("Tab", "next; S-Tab last", footer: "scenario", .scenario, [.nextScenario, .previousScenario]),
        KeyBinding("i", "type a chain", footer: "type a chain", .scenario, [.typeChain]),
        KeyBinding("1 … 0", "go to", .scenario, [.goTo]),
        KeyBinding("s", "picker", .scenario, [.picker]),
        KeyBinding("v", "next variant", footer: "variant", .scenario, [.nextVariant]),
        KeyBinding("V", "two variants", .scenario, [.twoVariants]),
        KeyBinding("r", "restart", footer: "restart", .scenario, [.restart]),

        KeyBinding("e", "emit a value", footer: "emit", .source, [.emit], controls: ["emit"]),
        KeyBinding("E", "burst of 5", footer: "burst", .source, [.burst], controls: ["burst"]),
        KeyBinding("< >", "change a number", footer: "", .source, [.numberDown, .numberUp]),
        KeyBinding("p", "which number", .source, [.pickNumber]),
        KeyBinding("d", "ask for 1", footer: "ask 1", .source, [.request1], controls: ["request"]),
        KeyBinding("D", "ask for 10", .source, [.request10], controls: ["request"]),
        KeyBinding("U", "ask: no limit", .source, [.unlimited], controls: ["unlimited"]),
        KeyBinding("k", "finish", footer: "finish", .source, [.finish], controls: ["finish"]),
        KeyBinding("x", "cancel", footer: "cancel", .source, [.cancel], controls: ["cancel"]),

        KeyBinding("Space", "pause, resume", footer: "pause", .sink, [.togglePause], controls: ["pause"]),

        KeyBinding("m", "more", footer: "more", .stepping, [.more], controls: ["more"]),
        KeyBinding("M", "the same twice", footer: "twice", .stepping, [.twice], controls: ["twice"]),
        KeyBinding("b", "one before it", footer: "stale", .stepping, [.stale], controls: ["stale"]),

        KeyBinding("o", "sort otherwise", footer: "sort", .pipelines, [.order]),
        KeyBinding("PgUp PgDn", "a page", .pipelines, [.pageUp, .pageDown]),

        KeyBinding("↑ ↓", "lane, row", .look, [.laneUp, .laneDown]),
        KeyBinding("Enter", "look into", .look, [.inspect]),
        KeyBinding("/", "find, filter", footer: "filter", .look, [.filter]),
        KeyBinding("w", "why", .look, [.why]),
        KeyBinding("c", "code", .look, [.code]),
        KeyBinding("l", "log", .look, [.log]),
        KeyBinding("t", "theme", .look, [.theme]),

        KeyBinding("y", "copy frame", .other, [.copy]),
        KeyBinding("S", "save as SVG", .other, [.saveFrame]),
        KeyBinding("?", "help", footer: "help", .other, [.help]),
        KeyBinding("Esc", "back", .other, [.close]),
        KeyBinding("q", "quit", footer: "quit", .other, [.quit]),
    ]

    /// The binding that has a command.
    public static func binding(of command: Command) -> KeyBinding? {
        bindings.first { $0.commands.contains(command) }
    }
}
