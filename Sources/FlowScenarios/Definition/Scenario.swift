import FlowTrace

/// A stream chain that teaches one thing: its name, its lesson, and its variants.
public struct Scenario: Sendable, Identifiable {
    /// The groups of the picker, in its order.
    public enum Group: String, CaseIterable, Sendable {
        /// Demand, pausing, stepping.
        case control = "Control the publisher"
        /// Values that are held.
        case buffer = "Buffer"
        /// Values that are dropped.
        case drop = "Drop"
        /// Several streams, and composed operators.
        case combine = "Combine"
        /// Streams of tasks.
        case tasks = "Swift concurrency"
    }

    /// The name on the command line: `pace`.
    public let id: String
    /// The title in the picker and the header, a few words.
    public let title: String
    /// Its group in the picker.
    public let group: Group
    /// A paragraph of explanation.
    public let explanation: String
    /// One line: a key to press, and the effect to watch. The screen names the keys.
    public let tryThis: @Sendable (_ key: (HintedKey) -> String) -> String
    /// The variants; the first is the default. Never empty.
    public let variants: [Variant]

    /// - Precondition: It has a variant.
    public init(
        id: String, title: String, group: Group, explanation: String,
        tryThis: @escaping @Sendable (_ key: (HintedKey) -> String) -> String, variants: [Variant]
    ) {
        precondition(!variants.isEmpty, "scenario '\(id)' has no variant")
        self.id = id
        self.title = title
        self.group = group
        self.explanation = explanation
        self.tryThis = tryThis
        self.variants = variants
    }

    /// The variant with this id.
    public func variant(_ id: String) -> Variant? { variants.first { $0.id == id } }
}

/// The keys that a scenario suggests, by their effect.
public enum HintedKey: Sendable {
    case pause, request, emit, burst, cancel, more, twice, old
    case smallerNumber, nextVariant, twoVariants
    case freeze, stepForward, inspect
}

/// A way to run a scenario.
public struct Variant: Sendable, Identifiable {
    /// The name on the command line.
    public let id: String
    /// Its difference from the other variants, in a few words.
    public let point: String
    /// Whether it never ends by itself.
    public var isEndless = false
    /// The lanes, top to bottom.
    public let lanes: [LaneSpec]
    /// The initial time per cell of the screen.
    public var cell: Duration = .milliseconds(200)
    /// The chain row: the stages from source to sink, with their forks and joins.
    public let chain: @Sendable (Numbers) -> ChainShape
    /// The Swift text of the chain, with the initial numbers.
    private let code: String
    /// The user's controls, apart from the controls of time.
    public var controls: [ControlName] = []
    /// Whether the user can emit whole numbers only.
    public var takesWholeNumbers = false
    /// The numbers that the user can change.
    public var numbers: [ScenarioNumber] = []
    /// Additions to the captions of certain events.
    public var remarks: [Remark] = []
    /// Whether its streams are recorded like a traced program's, so that its lanes show operators.
    public var derivesEvents = false
    /// Builds the chain and schedules its script.
    public let build: @Sendable (ScenarioContext) -> Void

    public init(
        id: String, point: String, isEndless: Bool = false, lanes: [LaneSpec], cell: Duration = .milliseconds(200),
        chain: @escaping @Sendable (Numbers) -> ChainShape, code: String, controls: [ControlName] = [],
        takesWholeNumbers: Bool = false, numbers: [ScenarioNumber] = [], remarks: [Remark] = [], derivesEvents: Bool = false,
        build: @escaping @Sendable (ScenarioContext) -> Void
    ) {
        self.id = id
        self.point = point
        self.isEndless = isEndless
        self.lanes = lanes
        self.cell = cell
        self.chain = chain
        self.code = code
        self.controls = controls
        self.takesWholeNumbers = takesWholeNumbers
        self.numbers = numbers
        self.remarks = remarks
        self.derivesEvents = derivesEvents
        self.build = build
    }

    /// Describes the numbers that differ between two sets: `size 20 · strategy dropNewest`.
    public func text(of numbers: Numbers, differingFrom other: Numbers) -> String {
        self.numbers.filter { numbers[$0.name] != other[$0.name] }.map { "\($0.name) \($0.text(numbers[$0.name]))" }
            .joined(separator: " · ")
    }

    /// The Swift text of the chain with some numbers; a number missing in the text appears in a comment below it.
    public func code(_ numbers: Numbers) -> String {
        self.numbers.filter { numbers[$0.name] != $0.initial }.reduce(code) { text, number in
            let changed = number.replaced(in: text, by: numbers[number.name])
            return changed == text ? "\(text)\n// \(number.name): \(number.text(numbers[number.name]))" : changed
        }
    }

    /// The numbers that differ from the variant's defaults, in the syntax of `--set`: `size=20`.
    public func settings(_ numbers: Numbers) -> [String] {
        self.numbers.filter { numbers[$0.name] != $0.initial }.map { "\($0.name)=\($0.word(numbers[$0.name]))" }
    }
}
