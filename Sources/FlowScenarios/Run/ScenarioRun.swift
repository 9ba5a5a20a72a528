import FlowCore
import FlowTrace

/// One run of a variant: its virtual time, its events, and the controls pressed.
///
/// - Important: Use it on one thread.
public final class ScenarioRun {
    public let scenario: Scenario
    public let variant: Variant
    /// The controls pressed so far, with their virtual times; `flowviz run … --send` repeats them.
    public private(set) var pressed: [(time: TraceTime, control: Control)] = []
    /// The numbers that differed from the variant's defaults at the start, in the syntax of `--set`.
    public let settings: [String]

    private let context: ScenarioContext

    /// Builds the chain. Nothing happens, not even at time 0, until time is advanced.
    ///
    /// - Parameter numbers: The values of the variant's numbers; by default the initial ones.
    public convenience init(_ scenario: Scenario, variant: Variant, numbers: Numbers? = nil) {
        self.init(scenario, variant: variant, numbers: numbers) { Recorder(clock: $0) }
    }

    /// Builds the chain with the caller's recorder.
    ///
    /// - Parameters:
    ///   - numbers: The values of the variant's numbers; by default the initial ones.
    ///   - recorder: Creates the recorder on the run's clock.
    public init<Problem>(
        _ scenario: Scenario, variant: Variant, numbers: Numbers? = nil, recorder: (TraceClock) throws(Problem) -> Recorder
    ) throws(Problem) {
        self.scenario = scenario
        self.variant = variant
        let numbers = numbers ?? Numbers(variant)
        settings = variant.settings(numbers)
        context = try ScenarioContext(numbers: numbers, recorder: recorder)
        variant.build(context)
    }

    /// The current values of the numbers.
    public var numbers: Numbers { context.numbers }

    /// The problem that stopped the run; `nil` if none did.
    public var problem: (any Error)? { context.problem }

    /// Records the events.
    public var recorder: Recorder { context.recorder }

    /// The current moment.
    public var now: TraceTime { context.scheduler.now.traceTime }

    /// The time of the next work; `nil` if there is none.
    public var nextDeadline: TraceTime? { context.scheduler.nextDeadline?.traceTime }

    /// Moves time to `time`, running all due work.
    ///
    /// - Returns: Whether all due work ran; a step limit ends a runaway chain.
    @discardableResult
    public func advance(to time: TraceTime) -> Bool {
        context.scheduler.advance(to: VirtualTime(nanoseconds: Int64(clamping: time.nanoseconds)))
    }

    /// Runs the next work.
    ///
    /// - Returns: Whether there was any work.
    @discardableResult
    public func step() -> Bool { context.scheduler.step() }

    public func has(_ name: ControlName) -> Bool { variant.controls.contains(name) }

    /// Performs a control at the current moment.
    ///
    /// - Returns: A notice for the user; `nil` for none.
    /// - Throws: ``ScenarioError/controlNotHere(_:scenario:choices:)``.
    @discardableResult
    public func send(_ control: Control) throws(ScenarioError) -> ControlAnswer? {
        guard has(control.name) else {
            throw .controlNotHere(control.name.rawValue, scenario: scenario.id, choices: variant.controls.map(\.rawValue))
        }
        pressed.append((now, control))
        if let value = Double(control.argument), variant.numbers.contains(where: { $0.name == control.name.rawValue }) {
            context.numbers[control.name.rawValue] = value
        }
        return context.perform(control)
    }
}
