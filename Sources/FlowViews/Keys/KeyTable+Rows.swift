import FlowScreen

extension KeyTable {
    private static let scenario: Set<KeyContext.Subject> = [.scenario]
    private static let runs: Set<KeyContext.Subject> = [.scenario, .recording]
    private static let programs: Set<KeyContext.Subject> = [.program, .watched]
    private static let held: Set<KeyContext.Subject> = [.watched]
    private static let pairs = runs.union(programs)
    private static let played: Set<KeyContext.Subject> = [.scenario, .recording, .program]

    /// The rows with their standard keys, in the order of the help.
    static let rows: [KeyBinding] = [
        KeyBinding(["f": .travel(.freeze)], .time, "freeze, run", footer: "freeze", manual: "freeze time; resume it"),
        KeyBinding(
            [".": .travel(.stepForward), ",": .travel(.stepBack)], .time, "event on, back", footer: "step",
            manual: "one event forward, back"),
        KeyBinding(
            [.left: .travel(.left), .right: .travel(.right)], .time, "move in time",
            manual: "move through the past, a cell at a time"),
        KeyBinding(
            [.home: .travel(.start), .end: .travel(.now)], .time, "start, now",
            manual: "go to the start, to now; in a recording, to its end"),
        KeyBinding(
            ["n": .nextMatch, "N": .previousMatch], .time, "drop on, back",
            manual: "next and previous drop or violation, or match of the search"),
        KeyBinding(["B": .breakpoints], .time, "breakpoints", manual: "breakpoints: time stops when one becomes true"),
        KeyBinding(
            ["+": .faster, "-": .slower], aliases: ["=": .faster], .time, "speed", footer: "speed", manual: "faster, slower",
            in: played), KeyBinding(["z": .zoomIn, "Z": .zoomOut], .time, "zoom in, out"),
        KeyBinding(
            ["F": .fit, "u": .viewBack], .time, "fit time, go back",
            manual: "fit the time axis to a pipeline's life; go back to the previous view", in: programs),
        KeyBinding(
            ["G": .onset], .time, "where trouble began",
            manual:
                "go to where the trouble of a pipeline began: the stall, the first drop, the failure, the arrival of the oldest value that waits, or the most held; in the list, open the chosen one there",
            in: programs),

        KeyBinding(
            [.tab: .nextScenario], aliases: [.backTab: .previousScenario], .scenario, "next; \(.previousScenario) back",
            footer: "scenario",
            manual: "next scenario; \(.previousScenario) goes to the previous one", in: scenario),
        KeyBinding(
            ["i": .typeChain], .scenario, "type a chain", footer: "type a chain",
            manual: "type a chain of your own in Swift, and run it", in: scenario),
        KeyBinding(
            [
                "1": .goTo(0), "2": .goTo(1), "3": .goTo(2), "4": .goTo(3), "5": .goTo(4), "6": .goTo(5), "7": .goTo(6),
                "8": .goTo(7),
                "9": .goTo(8), "0": .goTo(9),
            ], .scenario, "go to", manual: "go to a scenario by its number; \(.goTo(9)) is the tenth", in: scenario),
        KeyBinding(
            ["s": .picker, "T": .tour], .scenario, "picker, tour",
            manual: "pick a scenario or a ready-made chain from a list; take the tour of seven stops, or leave it", in: scenario),
        KeyBinding(["v": .nextVariant], .scenario, "next variant", footer: "variant", in: scenario, needs: .variant),
        KeyBinding(
            ["V": .twoVariants], .scenario, "two variants",
            manual:
                "two side by side (120 columns): variants; in a what-if, both runs; of several programs, two pipelines; of a tried file, the run before",
            in: pairs, needs: .otherRun),
        KeyBinding(["r": .restart], .scenario, "restart", footer: "restart", in: played),

        control("emit", "e", .emit, .source, "emit a value", footer: "emit"),
        control("burst", "E", .burst, .source, "burst of 5", footer: "burst", manual: "emit a burst of 5"),
        KeyBinding(
            ["<": .numberDown, ">": .numberUp], .source, "change a number",
            manual:
                "what if: change a number or strategy, and see the new run beside the old; foretell a program's store with another size; elsewhere, make a running program's stage slower",
            in: pairs, needs: .number),
        KeyBinding(["p": .pickNumber], .source, "which number", manual: "pick the number to change", in: runs, needs: .numbers),
        control("request", "d", .request1, .source, "ask for 1", footer: "ask 1"),
        control("request", "D", .request10, .source, "ask for 10"),
        control("unlimited", "U", .unlimited, .source, "ask: no limit", manual: "ask for values without limit"),
        control("finish", "k", .finish, .source, "finish", footer: "finish", manual: "finish the stream"),
        control("cancel", "x", .cancel, .source, "cancel", footer: "cancel", manual: "cancel the subscription"),

        control(
            "pause", " ", .togglePause, .sink, "pause, resume", footer: "pause",
            manual: "pause the sink, resume it; in a program started with FLOWVIZ=1,control, hold and release a stage",
            in: held),

        control(
            "more", "m", .more, .stepping, "more", footer: "more",
            manual: "call the completion handler: more; of a held stage, let one value pass", in: held),
        control("twice", "M", .twice, .stepping, "the same twice", footer: "twice", manual: "call the same handler twice"),
        control("old", "b", .old, .stepping, "one before it", footer: "old", manual: "call the previous handler"),

        KeyBinding(
            ["o": .order], .pipelines, "change order", footer: "sort",
            manual: "sort the list by the next of its columns; the first order is by trouble",
            in: programs),
        KeyBinding(
            [.pageUp: .pageUp, .pageDown: .pageDown], .pipelines, "a page", footer: "page",
            manual: "choose or scroll by a page, everywhere; turn the page of the help", in: programs),
        KeyBinding(
            ["a": .allPrograms], .pipelines, "all programs", manual: "in the list of traced programs: all of them together",
            in: []),

        KeyBinding(
            [.up: .laneUp, .down: .laneDown], .look, "lane, row",
            manual: "choose a lane or a row of a list; otherwise scroll"),
        KeyBinding(
            [.enter: .inspect], .look, "look into",
            manual: "inspect the lane, with the stack behind its place; open the row, or unfold it"),
        KeyBinding(
            ["/": .filter], .look, "find, filter", footer: "filter",
            manual:
                "search the events; in a list, keep the rows that match: a text or, of pipelines, terms such as failed and held>100"
        ),
        KeyBinding(
            ["w": .why], .look, "why",
            manual:
                "why: the chain of events that led to the last one, across buffers, and what followed; in the list, of the chosen pipeline"
        ),
        KeyBinding(["c": .code], .look, "code", manual: "the chain in Swift", in: runs),
        KeyBinding(
            ["g": .openSource], .look, "edit source",
            manual:
                "open VISUAL or EDITOR at the source line of the lane or, in the list, of the chosen pipeline's stage to blame",
            in: programs),
        KeyBinding(["l": .log], .look, "log"),
        KeyBinding(
            ["O": .output], .look, "output", manual: "the output of a tried program", in: [.watched],
            needs: .tried),
        KeyBinding(["t": .theme], .look, "theme", manual: "next colour theme"),

        KeyBinding(["y": .copy], .other, "copy frame", manual: "copy the frame to the clipboard"),
        KeyBinding(["S": .saveFrame], .other, "save as SVG", manual: "save the frame as SVG"),
        KeyBinding(["?": .help], .other, "help", footer: "help"),
        KeyBinding([.escape: .close], .other, "back", manual: "close what is open, or go back"),
        KeyBinding(["q": .quit], aliases: [alwaysQuits: .quit], .other, "quit", footer: "quit"),
    ]

    /// W, A, S and D are the arrows; with Shift they move farther. The other keys lie near the keys of the same group.
    static let oneHand: [Command: [Key]] = [
        .laneUp: ["w"], .laneDown: ["s"], .travel(.left): ["a"], .travel(.right): ["d"],
        .pageUp: ["W"], .pageDown: ["S"], .travel(.start): ["A"], .travel(.now): ["D"],
        .inspect: ["e"], .why: ["E"], .close: [.escape], .quit: ["q"], .picker: ["Q"], .help: ["`"], .theme: ["~"],
        .travel(.freeze): ["f"], .filter: ["F"], .travel(.stepForward): ["g"], .travel(.stepBack): ["G"],
        .faster: ["t"], .slower: ["T"], .zoomIn: ["z"], .zoomOut: ["Z"], .nextMatch: ["n"], .previousMatch: ["N"],
        .restart: ["r"], .nextVariant: ["v"], .twoVariants: ["V"], .nextScenario: [.tab], .previousScenario: [.backTab],
        .goTo(0): ["1"], .goTo(1): ["2"], .goTo(2): ["3"], .goTo(3): ["4"], .goTo(4): ["5"],
        .goTo(5): ["!"], .goTo(6): ["@"], .goTo(7): ["#"], .goTo(8): ["$"], .goTo(9): ["%"],
        .press(.togglePause): [" "], .press(.request1): ["c"], .press(.request10): ["C"], .press(.unlimited): ["R"],
        .press(.emit): ["b"], .press(.burst): ["B"], .press(.cancel): ["x"], .press(.finish): ["X"],
        .press(.more): ["y"], .press(.twice): ["Y"], .press(.old): ["H"],
        .numberUp: ["6"], .numberDown: ["h"], .pickNumber: ["^"],
        .typeChain: [.control("t")], .breakpoints: [.control("b")], .code: [.control("d")], .log: [.control("g")],
        .output: [.control("e")], .saveFrame: [.control("f")], .copy: [.control("x")], .order: [.control("r")],
        .fit: [.control(" ")], .onset: [.control("n")], .viewBack: [.control("y")],
        .allPrograms: [.control("a")], .openSource: [.control("w")], .tour: [.control("v")],
    ]

    /// The key of a scenario's control.
    private static func control(
        _ name: String, _ key: Key, _ control: ControlKey, _ group: KeyBinding.Group, _ help: KeyText, footer: String? = nil,
        manual: KeyText? = nil, in subjects: Set<KeyContext.Subject> = []
    ) -> KeyBinding {
        KeyBinding(
            [key: .press(control)], group, help, footer: footer, manual: manual, in: scenario.union(subjects),
            needs: .control(name))
    }
}
