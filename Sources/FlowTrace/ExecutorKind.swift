/// A measurement of an executor by the agent: the kinds of the family ``RecordFamily/executors``.
///
/// The agent gives each executor one small job at a time, and measures how long the job waits. The subkind is a
/// ``TracedExecutor``; times are in nanoseconds.
public enum ExecutorKind: UInt8, CaseIterable, Sendable {
    /// Jobs were answered: the number is their count, the identifier the longest wait, and the word the sum of the waits. All of
    /// them are in one bucket of ``ExecutorHistogram``; waits of several buckets have a record each.
    case served = 0x80
    /// A job is still unanswered: the identifier is its wait so far. The word is the part of it in which the system withheld the
    /// processor from no thread of the program; the number is the program's processor time in that part, in thousandths of a
    /// core. If the system does not tell, the word is 0.
    case waits = 0x81
    /// A job that has waited was answered: the fields are those of ``waits``, for its whole wait.
    case waited = 0x82
}

/// An executor of Swift concurrency.
public enum TracedExecutor: UInt8, CaseIterable, Sendable {
    /// The global concurrent executor, whose pool of threads runs tasks without an actor, and actors without an executor.
    case pool = 1
    /// The executor of the main actor.
    case mainActor = 2
    /// The executor of another actor, or one that a task prefers.
    case other = 3

    /// The executors whose waits the agent measures.
    public static let measured: [TracedExecutor] = [.pool, .mainActor]
}

extension TraceEvent {
    /// The kind of a measurement; `nil` on a record of another family, and on a kind that this version does not know.
    public var executorKind: ExecutorKind? { ExecutorKind(rawValue: rawKind) }

    /// The executor of a measurement, or of a consumer in a fact ``FactKind/stack``; `nil` if this version does not know it.
    package var executor: TracedExecutor? { TracedExecutor(rawValue: subkind) }

    init(time: UInt64, executor kind: ExecutorKind, of executor: TracedExecutor, _ figures: ExecutorFigures) {
        self.init(
            time: time, kind: kind.rawValue, subkind: executor.rawValue, id: figures.wait, number: figures.number,
            value: WordValue(figures.word))
    }
}

/// The figures of a measurement.
package struct ExecutorFigures: Hashable, Sendable {
    /// The wait, or the longest of several, in nanoseconds.
    package var wait: UInt64
    /// The part of a wait in which the system withheld the processor from no thread, or the sum of several waits, in nanoseconds.
    package var word: UInt64
    /// The processor time in thousandths of a core, or the number of jobs.
    package var number: UInt32

    package init(wait: UInt64, word: UInt64, number: UInt32) { (self.wait, self.word, self.number) = (wait, word, number) }
}
