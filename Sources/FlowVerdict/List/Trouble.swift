import FlowModel
import FlowTrace

/// The trouble of a pipeline; the most urgent first.
public enum Trouble: Int, CaseIterable, Comparable, Sendable {
    /// Nothing moves any more, or a stage takes far longer for one value than it did for others.
    case stuck
    /// Values are or were lost for lack of demand or room, or after the end of their stream.
    case dropping
    /// A stage holds more and more values without a limit, or values without a reader.
    case growing
    case failed
    /// A stage holds others back, or requests values too early.
    case heldBack
    /// Values that a stage held were dropped when its subscriber left, or when it failed.
    case abandoned
    /// Nothing moves, because its source sends nothing: a fault, or a quiet client.
    case silent
    /// It waits for its source, or the records allow no verdict.
    case waiting
    /// Values pass.
    case flowing
    /// It is over, and nothing was wrong.
    case over

    public static func < (one: Trouble, other: Trouble) -> Bool { one.rawValue < other.rawValue }

    /// Whether something is wrong.
    public var isWrong: Bool { self < .waiting }
}

/// The order of pipelines: by trouble, then live ones by held values, then by losses, then the oldest.
public struct Urgency: Hashable, Comparable, Sendable {
    public let trouble: Trouble
    let isOver: Bool
    let held: Int
    let lost: Int
    let edge: EdgeID?

    public static func < (one: Urgency, other: Urgency) -> Bool { one.key < other.key }

    private var key: (Int, Int, Int, Int, UInt32) {
        (trouble.rawValue, isOver ? 1 : 0, isOver ? 0 : -held, -lost, edge?.rawValue ?? .max)
    }
}

extension PipelineReport {
    /// Its trouble at the moment or, if it is over, in its life.
    public var trouble: Trouble {
        if verdict.isStuck { return .stuck }
        if lostWrongly > 0 { return .dropping }
        if verdict.kind == .unread || stages.contains(where: \.growsWithoutLimit) { return .growing }
        if verdict.kind == .failed || lives.map({ $0.failed > 0 }) == true { return .failed }
        if lost > 0, hasLostHeld { return [.heldBack, .leakingDemand].contains(verdict.kind) ? .heldBack : .abandoned }
        return switch verdict.kind {
        case .heldBack, .leakingDemand: .heldBack
        case .finished, .cancelled: .over
        case .flowing: .flowing
        case .stalled: .silent
        case .waitingForSource, .dropping, .unread, .failed, .unknown: .waiting
        }
    }

    /// Its position among other pipelines.
    public var urgency: Urgency {
        Urgency(trouble: trouble, isOver: verdict.end != nil, held: heldNow.count, lost: lost, edge: oldestEdge)
    }

    /// The longest wait of a value in one of its stages, or in an earlier stream in its place, in nanoseconds; `nil` if none is known.
    package var longestWait: UInt64? {
        stages.compactMap { stage in stage.longestWait.map { max($0, stage.pastWait) } }.max()
    }

    /// The number of values that its stages hold.
    public var heldNow: HeldCount {
        let held = stages.compactMap(\.held)
        return HeldCount(held.map(\.count).reduce(0, +), isLeast: held.contains(where: \.isLeast))
    }

    /// The number of values that it dropped, in all its lives.
    public var lost: Int { max(lives?.dropped ?? 0, stages.flatMap(\.losses).map(\.count).reduce(0, +)) }

    /// Whether a stage lost values that it held for a subscriber.
    private var hasLostHeld: Bool { stages.contains { $0.losses.contains { [.cancelled, .error].contains($0.reason) } } }

    /// The same without the values that its stages are there to drop, or held when their subscriber cancelled.
    private var lostWrongly: Int {
        let losses = stages.flatMap { stage in stage.losses.map { (count: $0.count, isWrong: stage.isWrong($0)) } }
        let wrong = losses.filter(\.isWrong).map(\.count).reduce(0, +)
        // The reasons of earlier losses are not kept. If the last stream lost values by design, so did the others.
        return losses.contains { !$0.isWrong } ? wrong : max(wrong, lives?.dropped ?? 0)
    }
}

extension StageReport {
    fileprivate var growsWithoutLimit: Bool { capacity == nil && forecast != nil }

    /// Whether a loss is more than the stage's purpose: a stage that keeps only the newest value loses the others by design.
    fileprivate func isWrong(_ loss: LossReport) -> Bool {
        switch loss.reason {
        case .superseded, .cancelled, .error: false
        case .overflowOldest: !leavesOut && capacity != 1
        case .noDemand, .noSubscriber, .overflowNewest, .ended: !leavesOut
        }
    }
}

extension Verdict {
    /// Whether nothing moves any more, or a stage takes far longer for one value than it did for others.
    var isStuck: Bool {
        switch reason {
        case let slow as SlowStage: slow.present?.usualRest != nil
        case let blocked as BlockedStage: blocked.present != nil && blocked.each != nil
        case let blocked as BlockedExecutor: blocked.isStuck
        default: kind == .stalled && !(reason is SilentSource)
        }
    }
}
