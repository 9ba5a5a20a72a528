/// The state that decides which keys apply; footer and help follow it.
public struct KeyContext: Sendable {
    /// The subject of the keys.
    public enum Subject: CaseIterable, Hashable, Sendable {
        /// The run of a scenario.
        case scenario
        /// The recorded run of a scenario.
        case recording
        /// The trace of a program.
        case program
        /// A running program.
        case watched

        /// Whether it is live, as opposed to a replay.
        var isLive: Bool { self == .scenario || self == .watched }

        /// Whether it has a list of pipelines.
        var hasPipelines: Bool { self == .program || self == .watched }
    }

    /// The subject of the keys.
    public var subject = Subject.scenario
    /// The names of the scenario's controls.
    public var controls: Set<String>
    /// The name of the next variant, `nil` if there is only one.
    public var nextVariant: String?
    /// The picked number and its value: `interval`, `1 s`.
    public var number: (name: String, value: String)?
    /// The next action of the key for two variants while a run is compared with a rerun, `nil` otherwise.
    public var turn: String?
    /// The followed value, `nil` for none.
    public var followed: String?
    /// The count of the numbers to pick from.
    public var numberCount = 0
    /// Whether pipelines of several programs are listed. For a tried file: whether there is a previous run.
    public var hasOthers = false
    /// Whether the program is a tried file.
    public var isTried = false
    /// Whether the tried file is a text of the input line.
    public var isTyped = false
    /// Whether a sink is paused.
    public var isPaused = false
    /// The action of the key that pauses, if it holds or releases a stage of a running program.
    public var pauseWords: String?
    /// Whether the run is over.
    public var isOver = false

    public init(controls: Set<String> = [], nextVariant: String? = nil) {
        self.controls = controls
        self.nextVariant = nextVariant
    }
}
