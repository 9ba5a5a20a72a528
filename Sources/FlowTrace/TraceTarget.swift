internal import Synchronization

/// The destination of tracers: a recorder, the choice of recorded values, and the declared names.
///
/// All tracers of one recorder share a target, so that a tag stands for one name.
public final class TraceTarget: Sendable {
    private struct Names {
        /// The tags whose names have been recorded.
        var recorded: Set<UInt32> = []
        var texts: [String: UInt32] = [:]

        /// The tag of a text, and the text for which it stands: beyond the limit, all further texts share one tag.
        mutating func tag(of text: String) -> (tag: UInt32, text: String, isRecorded: Bool) {
            let text = texts[text] != nil || texts.count < TraceTarget.textLimit ? text : TraceTarget.sharedName
            let tag = texts[text] ?? UInt32(texts.count) | 1 << 31
            texts[text] = tag
            return (tag, text, recorded.contains(tag))
        }
    }

    /// The maximum number of different texts: a program might label each request by its number.
    package static let textLimit = 4_096
    /// The name that all further texts share.
    package static let sharedName = "…"

    /// The recorder.
    public let recorder: Recorder
    /// The choice of recorded values.
    public let values: TracedValues
    /// Records the places in the code; `nil` if they are not recorded.
    package let stacks: StackRecorder?
    /// The stages that viewers may hold; `nil` without control.
    package let gates: GateTable?
    private let names = LockedBox(Names())

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - recorder: Receives the records.
    ///   - values: The values to record.
    ///   - places: Whether to record the places in the code that subscribe, make streams, consume and feed them.
    public convenience init(recorder: Recorder, values: TracedValues = .basic, places: Bool = false) {
        self.init(recorder: recorder, values: values, places: places, gates: nil)
    }

    /// Creates the target of a program whose stages viewers may hold.
    package init(recorder: Recorder, values: TracedValues = .basic, places: Bool = false, gates: GateTable?) {
        self.recorder = recorder
        self.values = values
        self.gates = gates
        stacks = places ? StackRecorder(recorder) : nil
    }

    /// Records the place in the code of the subscription being made, and the test that makes it.
    @inline(__always)
    package func recordPlace() {
        stacks?.recordSubscribed()
        recordTest()
    }

    /// Records the test in which a subscription is made, if any.
    private func recordTest() {
        if let id = RunningTest.id { recorder.record(.test, HookKey(id: 0, tag: tag(of: id))) }
    }

    /// Records the end of a test, if it has made a subscription.
    package func recordEnd(ofTest id: String, _ outcome: TestOutcome) {
        if let tag = knownTag(of: id) { recorder.recordEnd(ofTest: tag, outcome) }
    }

    // MARK: Values

    /// The description of a value that is expensive to describe, if such values are recorded.
    package func described<Value>(_ value: Value) -> TraceValue? {
        guard case .all(let limit) = values else { return nil }
        return ReentrancyGuard.pass { .describing(value, limit: limit) }
    }

    /// Records a value that is expensive to describe, with its description only if such values are recorded.
    package func record<Value>(_ value: Value, of edge: UInt64, element: UInt32, flags: StepFlags = []) {
        if let described = described(value) {
            recorder.record(.value, of: edge, element: element, value: described, flags: flags)
        } else {
            recorder.record(.value, of: edge, element: element, flags: flags)
        }
    }

    /// The recorded text of an error.
    package func text(of error: any Error) -> TraceValue {
        if let error = error as? any ToldError { return .string(error.text) }
        return described(error) ?? .string(_typeName(type(of: error), qualified: false))
    }

    // MARK: Names
    // No thread uses a tag before its name is recorded. Each thread records the name outside the lock, since a recorder may call
    // the program's clock or map a new chunk. So two threads may both record a name, which is harmless.

    /// The tag of a text, which is declared at its first use. Types have tags without the highest bit.
    package func tag(of text: String) -> UInt32 {
        let name = names.withLock { $0.tag(of: text) }
        if !name.isRecorded { record(name.text, as: name.tag) }
        return name.tag
    }

    /// The tag of a text that has been declared; `nil` for any other.
    private func knownTag(of text: String) -> UInt32? {
        names.withLock { names in names.texts[text].flatMap { names.recorded.contains($0) ? $0 : nil } }
    }

    /// The tag of a type, whose name is declared at its first use.
    package func tag(of type: Any.Type) -> UInt32 {
        let tag = HookKey.tag(of: type)
        if names.withLock({ !$0.recorded.contains(tag) }) { record(_typeName(type), as: tag) }
        return tag
    }

    private func record(_ name: String, as tag: UInt32) {
        recorder.record(name: name, of: tag)
        _ = names.withLock { $0.recorded.insert(tag) }
    }
}

extension HookKey {
    /// A number for a type, without the highest bit. Metadata lies 16 bytes apart, so the dropped bits carry no information.
    package static func tag(of type: Any.Type) -> UInt32 {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        return UInt32(truncatingIfNeeded: address >> 3 ^ address >> 35) & 0x7FFF_FFFF
    }
}

/// The destination of records of new streams of Swift concurrency.
public enum CurrentTarget {
    /// Never released, because it is read without a lock.
    private static let process = Atomic<Unmanaged<TraceTarget>?>(nil)
    @TaskLocal private static var scoped: TraceTarget?
    @TaskLocal private static var scopedGates: GateTable?

    /// The target of this task if it has one, otherwise the target of the process; `nil` if neither is traced.
    public static var value: TraceTarget? { scoped ?? process.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// The stages that may be held; `nil` if none may.
    package static var gates: GateTable? { scopedGates ?? value?.gates }

    /// Runs `body`, in which new subscriptions add their stages to a table.
    package static func with<Result>(_ gates: GateTable?, _ body: () throws -> Result) rethrows -> Result {
        try $scopedGates.withValue(gates ?? scopedGates, operation: body)
    }

    /// Sets the target of the process until it exits.
    package static func setForProcess(_ target: TraceTarget) { process.store(.passRetained(target), ordering: .releasing) }

    /// Runs `body` with a separate target: streams that it and its tasks create are recorded only there.
    public static func with<Result>(
        _ target: TraceTarget, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $scoped.withValue(target, operation: body, isolation: isolation)
    }

    /// Runs `body` with a separate target.
    public static func with<Result>(_ target: TraceTarget, _ body: () throws -> Result) rethrows -> Result {
        try $scoped.withValue(target, operation: body)
    }
}
