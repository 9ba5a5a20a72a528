import FlowScreen

extension KeyTable {
    /// A choice of keys to begin with.
    public enum Preset: String, CaseIterable, Sendable {
        /// The keys that flowviz has by itself.
        case standard
        /// All commands under the left hand of a QWERTY keyboard; no arrows, no paging keys.
        case oneHand = "one-hand"
    }

    /// All keys of all commands, the one first that is shown; without ``alwaysQuits``, which nobody can take.
    public static func keys(of preset: Preset) -> [Command: [Key]] {
        preset == .oneHand ? oneHand : standardKeys
    }

    private static let standardKeys = Dictionary(
        grouping: rows.flatMap(\.pairs).filter { $0.key != alwaysQuits }, by: \.value
    ).mapValues { $0.map(\.key) }

    /// W, A, S and D are the arrows, with Shift they go farther; the rest is near its group.
    private static let oneHand: [Command: [Key]] = [
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
        .allPrograms: [.control("a")], .openSource: [.control("w")], .tour: [.control("v")],
    ]
}
