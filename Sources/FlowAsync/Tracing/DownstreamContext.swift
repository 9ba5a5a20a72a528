import FlowTrace
import LibC
internal import Synchronization

/// The stage downstream of the iterators being made.
///
/// An operator's `makeAsyncIterator` calls its base's, so that a thread-specific value suffices. An operator that makes the
/// iterators of its inputs in a separate task, or later, wraps them in ``_Operator/Input`` or ``_Operator/Inner``, which carry
/// the stage.
package final class DownstreamContext: Sendable {
    package let target: TraceTarget
    /// The number of the edge out of it.
    package let id: UInt64
    /// The tag of its type.
    let tag: UInt32
    /// The fact by which its input edges find it; `nil` if they are made within its own edge.
    private let fact: FactKind?

    package init(_ target: TraceTarget, id: UInt64, tag: UInt32, by fact: FactKind? = nil) {
        self.target = target
        self.id = id
        self.tag = tag
        self.fact = fact
    }

    /// The same stage for iterators made elsewhere, which find it by a fact.
    package func findable(by fact: FactKind) -> DownstreamContext { DownstreamContext(target, id: id, tag: tag, by: fact) }

    /// The stage downstream of an iterator made here; `nil` for a loop of the program.
    package static var current: DownstreamContext? { key.object() }

    /// Runs `make`, which makes this stage's input iterators.
    package func within<Result>(_ make: () -> Result) -> Result { DownstreamContext.key.with(self, make) }

    /// The downstream facts of a new edge's record, and the fact by which the downstream is found.
    static func subscriber(
        _ stage: DownstreamContext?, in target: TraceTarget
    ) -> (type: UInt32, fact: (kind: FactKind, id: UInt64)?) {
        guard let stage else { return (target.tag(of: ForAwait.self), nil) }
        return (stage.tag, stage.fact.map { ($0, stage.id) })
    }

    private static let key = ThreadKey()
}

/// The stage that a task of the program feeds from its first iterated sequence.
final class TaskConsumer: Sendable {
    @TaskLocal static var current: TaskConsumer?

    private let stage: DownstreamContext
    private let isTaken = Atomic<Bool>(false)

    init(_ stage: DownstreamContext) { self.stage = stage }

    /// The stage for the first new iterator; `nil` for later ones.
    func take() -> DownstreamContext? { isTaken.exchange(true, ordering: .relaxed) ? nil : stage }
}

/// The type in traces for a loop of the program.
enum ForAwait {}
