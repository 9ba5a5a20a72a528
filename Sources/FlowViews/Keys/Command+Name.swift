extension Command {
    /// Every command, in the order of the help.
    public static let all: [Command] = KeyTable.rows.flatMap(\.pairs).map(\.value).reduce(into: []) { all, command in
        if !all.contains(command) { all.append(command) }
    }

    /// The command with a name, `nil` if there is none.
    public init?(named name: String) {
        guard let command = Command.named[name] else { return nil }
        self = command
    }

    private static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Its name in a file of settings: `step-forward`. A name stays once it is published.
    public var name: String {
        switch self {
        case .nextScenario: "next-scenario"
        case .previousScenario: "previous-scenario"
        case .goTo(let index): "scenario-\(index + 1)"
        case .open(let key): key.rawValue
        case .nextVariant: "next-variant"
        case .twoVariants: "two-variants"
        case .restart: "restart"
        case .typeChain: "type-chain"
        case .press(let key): Command.name(of: key)
        case .pickNumber: "pick-number"
        case .numberDown: "number-down"
        case .numberUp: "number-up"
        case .travel(let key): Command.name(of: key)
        case .faster: "faster"
        case .slower: "slower"
        case .zoomIn: "zoom-in"
        case .zoomOut: "zoom-out"
        case .nextMatch: "next-match"
        case .previousMatch: "previous-match"
        case .laneUp: "lane-up"
        case .laneDown: "lane-down"
        case .openSource: "edit-source"
        case .theme: "theme"
        case .order: "sort"
        case .filter: "find"
        case .pageUp: "page-up"
        case .pageDown: "page-down"
        case .allPrograms: "all-programs"
        case .copy: "copy"
        case .saveFrame: "save-frame"
        case .tour: "tour"
        case .close: "close"
        case .quit: "quit"
        }
    }

    private static func name(of key: ControlKey) -> String {
        switch key {
        case .togglePause: "pause"
        case .request1: "request-1"
        case .request10: "request-10"
        case .unlimited: "request-unlimited"
        case .emit, .burst, .finish, .cancel, .more, .twice, .old: key.rawValue
        }
    }

    private static func name(of key: TimeKey) -> String {
        switch key {
        case .freeze: "freeze"
        case .stepForward: "step-forward"
        case .stepBack: "step-back"
        case .left: "move-left"
        case .right: "move-right"
        case .start: "go-to-start"
        case .now: "go-to-now"
        }
    }
}
