import FlowTestSupport
import FlowTrace
import FlowCombine

@testable import FlowCore
@testable import FlowGraph
@testable import FlowModel
@_spi(Reflection) import Swift

/// A random life of an operator that keeps values. After every step, its real buffer is compared with the one in the trace.
final class HeldLife {
    /// The truth about one moment, as far as it is known then.
    private struct Moment {
        let sent: Int
        let delivered: Int
        /// The contents of the operator's own fields; `nil` if they are not read.
        let inside: [Int]?
        /// The buffer in the trace.
        let told: [Int]
        let isCancelled: Bool
        let step: String
    }

    var chance: SeededChance
    let scheduler = VirtualTimeScheduler()
    private(set) var subscription: (any Subscription)?
    private(set) var found = Reconstruction()
    private(set) var fold = StoreFold()
    private(set) var isOver = false
    /// Reads the operator's buffer.
    var look: ((AnyObject) -> [Int])?
    /// An action inside the delivery of a value.
    var inside: () -> Void = {}
    /// The demand that the subscriber returns.
    var returning: () -> Subscribers.Demand = { .none }

    /// Whether requests may follow a cancel, which Combine forbids and most operators ignore.
    var asksAfterCancel = true

    private let recorder = Recorder(chunkLimit: 64)
    private var sent: [Int] = []
    private var delivered: [Int] = []
    private var moments: [Moment] = []
    private var depth = 0
    private var wantsCancel = false
    private var step = "start"

    init(seed: UInt64) {
        chance = SeededChance(seed: seed)
    }

    // MARK: Playing

    /// Runs `body` traced, and returns the differences between the trace and the truth.
    func play(_ body: (HeldLife) -> Void) -> [String] {
        let tracer = FlowTracer(TraceTarget(recorder: recorder), scopeOnly: true)
        tracer.start()
        tracer.watching { body(self) }
        tracer.stop()
        return differences()
    }

    /// Performs a step from outside, and compares.
    func step(_ name: String, _ body: () -> Void) {
        step = name
        body()
        look(at: name)
    }

    /// Records a value on its way to the operator.
    func note(_ value: Int) {
        sent.append(value)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none, asksAfterCancel || !wantsCancel else { return }
        depth += 1
        subscription?.request(demand)
        depth -= 1
    }

    func cancel() {
        wantsCancel = true
        subscription?.cancel()
    }

    /// A subscriber. `parts` returns the input values that each of its values consists of.
    func end<Input, Failure: Error>(_ parts: @escaping (Input) -> [Int]) -> AnySubscriber<Input, Failure> {
        AnySubscriber(
            receiveSubscription: { self.subscription = $0 },
            receiveValue: { value in
                self.delivered += parts(value)
                self.look(at: "\(self.step), delivering \(value)")
                self.depth += 1
                self.inside()
                self.depth -= 1
                return self.returning()
            },
            receiveCompletion: { _ in self.isOver = true })
    }

    // MARK: Looking

    private func look(at step: String) {
        recorder.drain(into: &found)
        fold.read(found.log)
        let operatorObject = subscription.flatMap { Mirror(reflecting: $0).descendant("subscription").map { $0 as AnyObject } }
        moments.append(
            Moment(
                sent: sent.count, delivered: delivered.count, inside: operatorObject.flatMap { look?($0) }, told: fold.held,
                isCancelled: wantsCancel && depth == 0 || isOver, step: step))
    }

    private func differences() -> [String] {
        let everDelivered = Set(delivered)
        return fold.wrong
            + moments.compactMap { moment in
                let gone = Set(delivered.prefix(moment.delivered))
                let truth = sent.prefix(moment.sent).filter { value in
                    guard !gone.contains(value) else { return false }
                    return everDelivered.contains(value) || !moment.isCancelled && moment.inside?.contains(value) ?? true
                }
                return truth.sorted() == moment.told.sorted() ? nil : "\(moment.step): told \(moment.told), truth \(truth)"
            }
    }
}

/// The contents of a trace's stores, derived from its events alone.
struct StoreFold {
    private(set) var held: [Int] = []
    private(set) var dropped: [DropReason] = []
    /// Values that left a store which they were not in.
    private(set) var wrong: [String] = []
    private var next = 0

    mutating func read(_ log: TraceLog) {
        while next < log.entries.count {
            fold(log.entries[next], log)
            next += 1
        }
    }

    private mutating func fold(_ entry: TraceEntry, _ log: TraceLog) {
        guard case .int(let value)? = log.value(of: entry) else { return }
        switch entry.kind {
        case .buffered: held.append(value)
        case .unbuffered: leave(value)
        case .dropped:
            let reason = entry.event.dropReason ?? .error
            dropped.append(reason)
            let wasRefused = [.overflowNewest, .noDemand].contains(reason) || reason == .error && !held.contains(value)
            if !wasRefused { leave(value) }
        default: break
        }
    }

    private mutating func leave(_ value: Int) {
        guard let place = held.firstIndex(of: value) else {
            wrong.append("\(value) was not held")
            return
        }
        held.remove(at: place)
    }
}

/// Reads a stored property of an object by name, even if the object's mirror does not show it.
///
/// Only on the thread that drives the object.
enum FieldReader {
    static func read<Value>(_ name: String, of object: AnyObject, as type: Value.Type) -> Value? {
        var found: Value?
        _ = _forEachField(of: Swift.type(of: object), options: _EachFieldOptions(rawValue: 1)) { label, offset, _, _ in
            guard String(cString: label) == name else { return true }
            let base = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            found = (base + offset).assumingMemoryBound(to: Value.self).pointee
            return false
        }
        return found
    }
}
