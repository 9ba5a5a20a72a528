/// One row of the key table: the source of footer and help; docs/keys.md and the man page are held to it.
public struct KeyBinding: Sendable {
    /// The headings of the help.
    public enum Group: String, CaseIterable, Sendable {
        /// Freezing, stepping, moving, speed, zoom.
        case time = "Time"
        /// Which scenario and variant.
        case scenario = "Scenario"
        /// Values, demand and numbers.
        case source = "Demand and source"
        /// Pausing.
        case sink = "Sink"
        /// Answers to promises.
        case stepping = "Stepping"
        /// The list of a program's pipelines.
        case pipelines = "Pipelines of a program"
        /// Lanes, panels and colours.
        case look = "Look"
        /// The frame, the help, leaving.
        case other = "Other"
    }

    /// The keys as they are shown: `Tab`, `+ -`.
    public let keys: String
    /// What they do, for the help.
    public let help: String
    /// What they do, in a word or two, for the footer; `nil` keeps them out of it.
    public let footer: String?
    /// The heading.
    public let group: Group
    /// The commands, in the order of the keys.
    public let commands: [Command]
    /// The controls of which a scenario must have one; empty for keys that always apply.
    public let controls: [String]

    init(
        _ keys: String, _ help: String, footer: String? = nil, _ group: Group, _ commands: [Command], controls: [String] = []
    ) {
        self.keys = keys
        self.help = help
        self.footer = footer
        self.group = group
        self.commands = commands
        self.controls = controls
    }

    /// Whether the keys do something now.
    public func applies(in context: KeyContext) -> Bool {
        guard belongs(to: context.place) else { return false }
        if commands.contains(.nextVariant) { return context.nextVariant != nil }
        if commands.contains(.twoVariants), context.place == .recording { return context.turn != nil }
        if commands.contains(.pickNumber) { return context.numberCount > 1 }
        if commands.contains(.numberUp) { return context.number != nil }
        return controls.isEmpty || controls.contains { context.controls.contains($0) }
    }

    /// The footer's words: the key that pauses a sink resumes a paused one.
    func footerText(in context: KeyContext) -> String? {
        if commands.contains(.togglePause), context.isPaused { return "resume" }
        return footer.map { $0.isEmpty ? helpText(in: context) : $0 }
    }

    /// Whether the keys may do something at a place at all.
    public func belongs(to place: KeyContext.Place) -> Bool {
        let isOfProgram = place == .program || place == .watched
        switch group {
        case .pipelines: return isOfProgram
        case .scenario:
            return place == .scenario || commands == [.restart] && place != .watched
                || commands == [.twoVariants] && place == .recording
        case .source: return place == .scenario || isOfNumbers && place == .recording
        case .sink, .stepping: return place == .scenario
        case .time: return place != .watched || commands != [.faster, .slower]
        case .look: return commands != [.code] || !isOfProgram
        case .other: return true
        }
    }

    /// Whether the keys change numbers, which is rerun and so can be done to a recording too.
    var isOfNumbers: Bool {
        commands.contains(.numberUp) || commands.contains(.pickNumber)
    }

    /// The help text with what stands behind it now: `interval 1 s`.
    public func helpText(in context: KeyContext) -> String {
        if commands.contains(.twoVariants), let turn = context.turn { return "compare: \(turn)" }
        guard commands.contains(.numberUp), let number = context.number else { return help }
        return "\(number.name) \(number.value)"
    }
}
