import FlowScreen

/// One row of the key table: keys, their commands and texts, and their subjects.
///
/// Input, footer, help, docs/keys.md and the man page are made from these rows.
public struct KeyBinding: Sendable {
    /// The headings of the help.
    public enum Group: String, CaseIterable, Sendable {
        case time = "Time"
        case scenario = "Scenario"
        case source = "Demand and source"
        case sink = "Sink"
        case stepping = "One at a time"
        case pipelines = "Pipelines of a program"
        case look = "Look"
        case other = "Other"
    }

    /// A precondition of the keys.
    public enum Need: Hashable, Sendable {
        case nothing
        /// A control of the scenario, by its name.
        case control(String)
        /// Another variant.
        case variant
        /// In a recording, another run; for a program, another program or its previous run.
        case otherRun
        /// A number that can be changed; several to pick from.
        case number, numbers
        /// A program that flowviz has started, and whose output it has.
        case tried
    }

    /// The keys in the order on the screen.
    public private(set) var commands: [(key: Key, value: Command)]
    /// Additional keys that are not shown.
    public private(set) var aliases: [(key: Key, value: Command)]
    public let group: Group
    /// Their effect, in the few words of the help.
    public let help: KeyText
    /// The same in a word or two for the footer; `nil` keeps the keys out of the footer.
    let footer: String?
    /// The same at length, for docs/keys.md and the man page.
    public let manual: KeyText
    /// The subjects on which they may have an effect.
    let subjects: Set<KeyContext.Subject>
    public let need: Need

    init(
        _ commands: KeyValuePairs<Key, Command>, aliases: KeyValuePairs<Key, Command> = [:], _ group: Group, _ help: KeyText,
        footer: String? = nil, manual: KeyText? = nil, in subjects: Set<KeyContext.Subject> = Set(KeyContext.Subject.allCases),
        needs need: Need = .nothing
    ) {
        self.commands = Array(commands)
        self.aliases = Array(aliases)
        self.group = group
        self.help = help
        self.footer = footer
        self.manual = manual ?? help
        self.subjects = subjects
        self.need = need
    }

    /// The keys as on the screen: `Tab`, `+ -`, `1 … 0`.
    public var keys: String {
        let names = commands.map(\.key.name)
        return (names.count > 2 ? [names[0], "…", names[names.count - 1]] : names).joined(separator: " ")
    }

    /// All its keys with their commands, the shown ones first.
    public var pairs: [(key: Key, value: Command)] { commands + aliases }

    /// Whether the keys may have an effect on a subject.
    public func belongs(to subject: KeyContext.Subject) -> Bool { subjects.contains(subject) }

    /// Whether the keys have an effect now.
    public func applies(in context: KeyContext) -> Bool {
        guard belongs(to: context.subject) else { return false }
        return switch need {
        case .nothing: true
        case .control(let name): context.controls.contains(name)
        case .variant: context.nextVariant != nil
        case .otherRun:
            context.subject.hasPipelines ? context.hasOthers : context.subject != .recording || context.turn != nil
        case .number: context.number != nil
        case .numbers: context.numberCount > 1
        case .tried: context.isTried
        }
    }

    /// The same row with other keys for some of its commands. The first key of each is shown; the others are aliases.
    func moved(to keys: [Command: [Key]]) -> KeyBinding {
        var row = self
        row.commands = commands.map { pair in (keys[pair.value]?.first ?? pair.key, pair.value) }
        let kept = aliases.filter { keys[$0.value] == nil || $0.key == KeyTable.alwaysQuits }
        let further = Set(pairs.map(\.value)).flatMap { command in
            let shown = commands.contains { $0.value == command }
            return (keys[command] ?? []).dropFirst(shown ? 1 : 0).map { (key: $0, value: command) }
        }
        row.aliases = further + kept
        return row
    }

    /// The footer's words: `resume` for the pause key of a paused sink.
    func footerText(in context: KeyContext) -> String? {
        if need == .control("pause") { return context.pauseWords ?? (context.isPaused ? "resume" : footer) }
        return need == .number ? numberText(in: context) : footer
    }

    /// The help text with its current subject: `interval 1 s`.
    public func helpText(in context: KeyContext, _ table: KeyTable) -> String {
        if need == .otherRun, context.subject.hasPipelines { return context.isTried ? "the run before" : "two programs" }
        if need == .control("pause"), context.pauseWords != nil { return "hold, release a stage" }
        if need == .otherRun, let turn = context.turn { return "compare: \(turn)" }
        return (need == .number ? numberText(in: context) : nil) ?? help.text(in: table)
    }

    private func numberText(in context: KeyContext) -> String? { context.number.map { "\($0.name) \($0.value)" } }
}
