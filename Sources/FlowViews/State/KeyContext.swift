/// The state that decides which keys apply; footer and help follow it.
public struct KeyContext: Hashable, Sendable {
    /// The subject of the keys.
    public enum Subject: CaseIterable, Hashable, Sendable {
        /// A scenario that runs.
        case scenario
        /// A scenario's run that was recorded.
        case recording
        /// The trace of a program.
        case program
        /// A program that runs.
        case watched

        /// Whether it goes on by itself, rather than being played again.
        var isLive: Bool { self == .scenario || self == .watched }

        /// Whether it has a list of pipelines.
        var hasPipelines: Bool { self == .program || self == .watched }
    }

    /// The subject of the keys.
    public var subject = Subject.scenario
    /// The names of the controls that the scenario has.
    public var controls: Set<String>
    /// The name of the next variant, `nil` where there is just one.
    public var nextVariant: String?
    /// The picked number and its value: `interval`, `1 s`.
    public var number: (name: String, value: String)? {
        get { numberName.map { ($0, numberValue) } }
        set {
            numberName = newValue?.name
            numberValue = newValue?.value ?? ""
        }
    }
    /// The next step of the key for two variants while a run is compared with the same one with other numbers, `nil` otherwise.
    public var turn: String?
    /// The value that is followed through the lanes, `nil` for none.
    public var followed: String?
    /// How many numbers there are to pick from.
    public var numberCount = 0
    /// Whether pipelines of several programs are listed; of a file that is tried, whether there is a run before.
    public var hasOthers = false
    /// Whether the program is a file that is tried.
    public var isTried = false
    /// Whether that is a text of the line in which chains are typed.
    public var isTyped = false
    /// Whether a sink is paused.
    public var isPaused = false
    /// Whether the run is over.
    public var isOver = false

    private var numberName: String?
    private var numberValue = ""

    public init(controls: Set<String> = [], nextVariant: String? = nil) {
        self.controls = controls
        self.nextVariant = nextVariant
    }
}
