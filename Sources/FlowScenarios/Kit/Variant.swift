import FlowTrace

/// One way to run a scenario.
public struct Variant: Sendable, Identifiable {
    /// The name on the command line.
    public let id: String
    /// What is different about it, in a few words.
    public let point: String
    /// Whether it never ends by itself.
    public var isEndless = false
    /// The lanes, top to bottom.
    public let lanes: [LaneSpec]
    /// The stretch of time one cell of the screen stands for at first, in seconds.
    public var cell = 0.2
    /// The chain row: the stages from source to sink.
    public let chain: @Sendable (Numbers) -> [String]
    /// The Swift text of the chain.
    public let code: String
    /// What the user can do to it, beyond time.
    public var controls: [ControlName] = []
    /// Whether the values that the user can emit are whole numbers only.
    public var takesWholeNumbers = false
    /// The numbers that can be changed.
    public var numbers: [ScenarioNumber] = []
    /// What the caption adds to an event of this variant, by lane, kind and value.
    public var remarks: [Remark] = []
    /// Builds the chain and schedules its script.
    public let build: @Sendable (Stage) -> Void

    public init(
        id: String, point: String, isEndless: Bool = false, lanes: [LaneSpec], cell: Double = 0.2,
        chain: @escaping @Sendable (Numbers) -> [String], code: String, controls: [ControlName] = [],
        takesWholeNumbers: Bool = false, numbers: [ScenarioNumber] = [], remarks: [Remark] = [],
        build: @escaping @Sendable (Stage) -> Void
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
        self.build = build
    }

    /// The numbers in which one choice differs from another, in words: `size 20 · strategy dropNewest`.
    public func text(of numbers: Numbers, differingFrom other: Numbers) -> String {
        self.numbers.filter { numbers[$0.name] != other[$0.name] }.map { "\($0.name) \($0.text(numbers[$0.name]))" }
            .joined(separator: " · ")
    }

    /// The numbers that differ from the variant's own as `--set` takes them, in their order: `size=20`.
    public func settings(_ numbers: Numbers) -> [String] {
        self.numbers.filter { numbers[$0.name] != $0.initial }.map { "\($0.name)=\($0.word(numbers[$0.name]))" }
    }
}
