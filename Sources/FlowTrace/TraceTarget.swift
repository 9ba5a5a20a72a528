internal import Synchronization

/// The destination of tracers: a recorder, a choice of the program's values for it, and the declared names.
///
/// All tracers of one recorder share a target, so that a number stands for one name.
public final class TraceTarget: Sendable {
    private struct Names {
        /// The tags whose names have been recorded.
        var recorded: Set<UInt32> = []
        var texts: [String: UInt32] = [:]

        /// The tag of a text, and the text that has the tag: beyond the limit, all further texts share one.
        mutating func tag(of text: String) -> (tag: UInt32, text: String, isRecorded: Bool) {
            let text = texts[text] != nil || texts.count < TraceTarget.textLimit ? text : TraceTarget.rest
            let tag = texts[text] ?? UInt32(texts.count) | 1 << 31
            texts[text] = tag
            return (tag, text, recorded.contains(tag))
        }
    }

    /// How many different texts are recorded: a program that labels each request by its number would have no end of them.
    package static let textLimit = 4_096
    /// The name of all further ones.
    private static let rest = "…"

    /// Where records go.
    public let recorder: Recorder
    /// Which values are recorded.
    public let values: TracedValues
    private let names = LockedBox(Names())

    /// Creates a target that nobody writes to yet.
    public init(recorder: Recorder, values: TracedValues = .basic) {
        self.recorder = recorder
        self.values = values
    }

    // MARK: Values

    /// The description of a value that is expensive to describe, if such values are recorded.
    package func described<Value>(_ value: Value) -> TraceValue? {
        guard case .all(let limit) = values else { return nil }
        return ReentrancyGuard.pass { .describing(value, limit: limit) }
    }

    /// Records a value that is not cheap to describe: its description, if such values are recorded, or only that it passed.
    package func record<Value>(_ value: Value, of edge: UInt64, element: UInt32, flags: StepFlags = []) {
        if let described = described(value) {
            recorder.record(.value, of: edge, element: element, value: described, flags: flags)
        } else {
            recorder.record(.value, of: edge, element: element, flags: flags)
        }
    }

    /// The recorded text of an error.
    package func text(of error: any Error) -> TraceValue {
        described(error) ?? .string(_typeName(type(of: error), qualified: false))
    }

    // MARK: Names
    // No thread uses a tag before its name is recorded. It records that itself, outside the lock: the clock of a recorder may be the
    // program's, and a file may have to get a new chunk. So two threads that are the first may both record it, which says nothing new.

    /// The tag of a text, which is declared at its first use. Types have tags without the highest bit.
    package func tag(of text: String) -> UInt32 {
        let name = names.withLock { $0.tag(of: text) }
        if !name.isRecorded { record(name.text, as: name.tag) }
        return name.tag
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
    /// Never released: it is read without a lock.
    private static let process = Atomic<Unmanaged<TraceTarget>?>(nil)
    @TaskLocal private static var scoped: TraceTarget?

    /// The target of this task if it has one, otherwise that of the process; `nil` if neither is traced.
    public static var value: TraceTarget? { scoped ?? process.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Makes a target the process's target, until it exits.
    package static func setForProcess(_ target: TraceTarget) { process.store(.passRetained(target), ordering: .releasing) }

    /// Runs `body` with a separate target: everything that it and its tasks create is recorded there, and nowhere else.
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
