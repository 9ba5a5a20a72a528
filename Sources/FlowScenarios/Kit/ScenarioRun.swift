import FlowCore
import FlowTrace

/// One run of a variant: its virtual time, its events, and the controls pressed.
///
/// - Important: For one thread.
public final class ScenarioRun {
    /// What runs.
    public let scenario: Scenario
    /// Which variant of it.
    public let variant: Variant
    /// The controls pressed so far, with their virtual times; `flowviz run … --send` repeats them.
    public private(set) var pressed: [(time: TraceTime, control: Control)] = []
    /// The numbers that were not the variant's own at the start, as `--set` takes them.
    public let settings: [String]

    private let stage: Stage

    /// Builds the chain; nothing has happened at time 0 until time is advanced.
    ///
    /// - Parameter numbers: The values of its numbers; the variant's own where left out.
    public convenience init(_ scenario: Scenario, variant: Variant, numbers: Numbers? = nil) {
        self.init(scenario, variant: variant, numbers: numbers) { Recorder(clock: $0) }
    }

    /// Builds the chain with a recorder of the caller's, as one that writes a file.
    ///
    /// - Parameters:
    ///   - numbers: The values of its numbers; the variant's own where left out.
    ///   - recorder: Makes the recorder on the run's clock.
    public init<Problem>(
        _ scenario: Scenario, variant: Variant, numbers: Numbers? = nil,
        recorder: (TraceClock) throws(Problem) -> Recorder
    ) throws(Problem) {
        self.scenario = scenario
        self.variant = variant
        let numbers = numbers ?? Numbers(variant)
        settings = variant.settings(numbers)
        stage = try Stage(numbers: numbers, recorder: recorder)
        variant.build(stage)
    }

    /// The present values of the numbers.
    public var numbers: Numbers {
        stage.numbers
    }

    /// Where the events go.
    public var recorder: Recorder {
        stage.recorder
    }

    /// The present moment.
    public var now: TraceTime {
        stage.scheduler.now.traceTime
    }

    /// When the next piece of work is due, `nil` when there is none.
    public var nextDeadline: TraceTime? {
        stage.scheduler.nextDeadline?.traceTime
    }

    /// Moves time to `time`, running what is due.
    ///
    /// - Returns: Whether all of it was run; a step limit ends a runaway chain.
    @discardableResult
    public func advance(to time: TraceTime) -> Bool {
        stage.scheduler.advance(to: VirtualTime(nanoseconds: Int64(clamping: time.nanoseconds)))
    }

    /// Runs the next piece of work.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func step() -> Bool {
        stage.scheduler.step()
    }

    /// Whether the variant has a control.
    public func has(_ name: ControlName) -> Bool {
        variant.controls.contains(name)
    }

    /// Performs a control at the present moment.
    ///
    /// - Returns: What there is to say about it, `nil` where it speaks for itself.
    /// - Throws: ``ScenarioError/controlNotHere(_:scenario:choices:)``.
    @discardableResult
    public func send(_ control: Control) throws(ScenarioError) -> String? {
        guard has(control.name) else {
            throw .controlNotHere(
                control.name.rawValue, scenario: scenario.id, choices: variant.controls.map(\.rawValue))
        }
        pressed.append((now, control))
        if let value = Double(control.argument), variant.numbers.contains(where: { $0.name == control.name.rawValue }) {
            stage.numbers[control.name.rawValue] = value
        }
        return stage.perform(control)
    }
}
