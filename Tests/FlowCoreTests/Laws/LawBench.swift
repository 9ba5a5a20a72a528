import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine

/// One trial of a chain, in virtual time: a source and subscribers that act at random, and an ordered log of all signals above
/// and below the chain.
///
/// The same seed gives the same trial while the chain behaves the same, so the logs of two trials show whether it does.
final class LawBench {
    /// The positions of the trial's probes.
    enum Probes: CaseIterable {
        case none, above, below, both

        var areAbove: Bool { self == .above || self == .both }
        var areBelow: Bool { self == .below || self == .both }
    }

    let seed: UInt64
    let scheduler = VirtualTimeScheduler()
    let recorder: Recorder
    let log: OperatorLog
    private(set) var sinks: [LawSink] = []
    /// The subscribers by the order in which they subscribed.
    private(set) var sinksInOrder: [LawSink] = []
    private(set) var sources: [LawSource] = []

    private let probes: Probes
    private let asksForNothingToo: Bool
    private var onceSubscribed: () -> Void = {}
    private var kept: [any Cancellable] = []

    /// - Parameter asksForNothingToo: Whether subscribers also make requests for no values, on which OpenCombine's operators
    ///   trap.
    init(seed: UInt64, probes: Probes = .none, asksForNothingToo: Bool = false) {
        self.seed = seed
        self.probes = probes
        self.asksForNothingToo = asksForNothingToo
        recorder = Recorder(clock: scheduler.clock.traceClock)
        log = OperatorLog(scheduler)
    }

    /// A source that acts by itself, with a probe below it if the trial has one there.
    ///
    /// - Parameter isPolite: Whether it never sends without demand, after a cancel, or inside a request. Some of OpenCombine's
    ///   operators trap on such values, or never return.
    func source(_ name: String = "up", isPolite: Bool = false) -> AnyPublisher<Int, OperatorError> {
        let source = LawSource(
            "\(name) \(sources.count)", bench: self, seed: seed &* 1_000 &+ UInt64(sources.count), isPolite: isPolite)
        sources.append(source)
        return probes.areAbove ? source.probe(name, recorder: recorder).eraseToAnyPublisher() : source.eraseToAnyPublisher()
    }

    /// Performs `body` when the first subscriber has subscribed, for chains in two parts, such as chains around a subject.
    func onceSubscribed(_ body: @escaping () -> Void) {
        onceSubscribed = body
    }

    /// Keeps an object that cancels when it is released.
    func keep(_ cancellable: any Cancellable) {
        kept.append(cancellable)
    }

    /// Subscribes one to three subscribers to `chain`, and runs until no work is left.
    func play(_ chain: some Publisher<Int, OperatorError>) {
        var chance = SeededChance(seed: seed ^ 0xBE1C)
        let output =
            probes.areBelow ? chain.probe("output", recorder: recorder).eraseToAnyPublisher() : chain.eraseToAnyPublisher()
        let count = 1 + (chance.oneIn(2) ? 0 : chance.below(3))
        for number in 0..<count {
            let sink = LawSink(
                "down \(number)", bench: self, seed: seed &* 77 &+ UInt64(number), asksForNothingToo: asksForNothingToo)
            sinks.append(sink)
            let date = VirtualTime(seconds: Double(number == 0 ? 0 : chance.below(20)) / 100)
            scheduler.schedule(after: date) {
                self.sinksInOrder.append(sink)
                output.subscribe(sink)
            }
        }
        scheduler.schedule(onceSubscribed)
        run()
    }

    /// The log, party by party: the signals and actions of each source and each subscriber, in its own order.
    var linesByParty: [String] {
        // A line is a time, a name of two words, and an event.
        let parties = Dictionary(grouping: log.lines) { $0.split(separator: " ").dropFirst().prefix(2).joined(separator: " ") }
        return parties.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// Runs all scheduled work.
    func run() {
        scheduler.run(limit: 2_000)
        scheduler.removeAll()
    }
}
