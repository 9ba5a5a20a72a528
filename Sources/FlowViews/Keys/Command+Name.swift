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
        case .press(let key): key.rawValue
        case .pickNumber: "pick-number"
        case .numberDown: "number-down"
        case .numberUp: "number-up"
        case .travel(let key): key.rawValue
        case .faster: "faster"
        case .slower: "slower"
        case .zoomIn: "zoom-in"
        case .zoomOut: "zoom-out"
        case .fit: "fit-time"
        case .onset: "go-to-trouble"
        case .viewBack: "view-back"
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
}
