import FlowTestSupport
import Testing

@testable import FlowGraph
@testable import FlowOperators
@testable import FlowTrace

/// An operator that combines the newest values of inputs, each iterated by a task: a value is recorded before the operator takes it.
@Suite("Combined inputs")
struct CombinedInputsTests {
    /// What the records say of the operator's values: `a1` is the first value of the first input.
    private struct Held {
        private var holding = HoldingOperator(
            above: .init(position: 9), rule: HoldingRule(leaving: .newestOfEach, keeping: .everything))
        private var counts: [Int: Int] = [:]
        private var names: [Int: String] = [:]
        private(set) var history: [String] = []

        var superseded: Set<String> { Set(history.filter { $0.hasPrefix("superseded ") }.map { String($0.dropFirst(11)) }) }
        var unseen: Int { history.count { $0.hasPrefix("unseen ") } }
        /// The events of each value.
        var lives: [String: [String]] {
            history.reduce(into: [:]) { lives, event in
                let words = event.split(separator: " ").map(String.init)
                if words.count == 2 { lives[words[1], default: []].append(words[0]) }
            }
        }

        mutating func request() { holding.request(.max(1)) }

        mutating func ask(_ input: Int) {
            update { $0.settleArrival(from: .init(position: input), &$1) }
        }

        mutating func bring(_ input: Int) -> String {
            counts[input, default: 0] += 1
            let name = "\("abc".map(String.init)[input])\(counts[input] ?? 0)"
            let sequence = names.count + 1
            names[sequence] = name
            update {
                $0.receive(HeldValue(payload: .none, sequence: sequence), from: .init(position: input), in: 0, &$1)
            }
            return name
        }

        /// Returns whether a value left for the output.
        mutating func send() -> Bool {
            history.append("output")
            let before = history.count
            var left: Int?
            update { left = $0.send(in: 0, after: 0, &$1) }
            return left != nil || history[before...].contains { $0.hasPrefix("left ") || $0.hasPrefix("unseen ") }
        }

        mutating func end() { update { $0.complete(isFailure: false, &$1) } }

        mutating func cancel() {
            update { $0.cancel(upstreamHasEnded: false, delivering: nil, because: .cancelled, &$1) }
        }

        private mutating func update(_ body: (inout HoldingOperator, inout [HoldingChange]) -> Void) {
            var changes: [HoldingChange] = []
            body(&holding, &changes)
            for change in changes {
                let name = change.value.flatMap { names[$0.sequence] } ?? "?"
                switch change.kind {
                case .buffered: history.append("held \(name)")
                case .unbuffered:
                    history.append("left \(name)")
                    if let value = change.value { holding.report(value, as: 1) }
                case .dropped(let reason), .refused(let reason): history.append("\(reason.name) \(name)")
                case .forgotten: history.append("unseen \(name)")
                case .least, .known: history.append("?")
                }
            }
        }
    }

    /// AsyncAlgorithms' `combineLatest` with its tasks, each a step at a time.
    private struct Life {
        private enum Iteration { case suspended, resumed, asked, received(String), taken, ending, over }
        private enum Consumption { case idle, asking, waiting, resumed, over }

        private(set) var held = Held()
        /// The values that the operator replaced before its first output.
        private(set) var replaced: Set<String> = []
        private var chance: SeededChance
        private var inputs: [(at: Iteration, rest: Int, newest: String?, isOver: Bool)] = []
        private var consumer = Consumption.idle
        private var isCombining = false
        private var waiting = 0
        private(set) var faults: [String] = []

        init(seed: UInt64) {
            chance = SeededChance(seed: seed)
            for _ in 0..<(2 + chance.below(2)) { inputs.append((.suspended, 1 + chance.below(5), nil, false)) }
        }

        var inputCount: Int { inputs.count }
        var isOver: Bool { if case .over = consumer { true } else { false } }

        mutating func step() {
            let number = chance.below(inputs.count + 1)
            if number < inputs.count { iterate(number) } else { consume() }
            let wrong = held.superseded.subtracting(replaced)
            if !wrong.isEmpty, faults.isEmpty { faults.append("not replaced: \(wrong.sorted())") }
        }

        private mutating func iterate(_ number: Int) {
            switch inputs[number].at {
            case .suspended, .over: break
            case .resumed:
                held.ask(number)
                inputs[number].at = .asked
            case .asked where inputs[number].rest == 0:
                held.ask(number)
                inputs[number].at = .ending
            case .asked:
                inputs[number].rest -= 1
                inputs[number].at = .received(held.bring(number))
            case .received(let value):
                take(value, from: number)
                inputs[number].at = .taken
            case .taken: inputs[number].at = isCombining ? .resumed : .suspended
            case .ending:
                (inputs[number].at, inputs[number].isOver) = (.over, true)
                if inputs.allSatisfy(\.isOver), case .waiting = consumer { finish() }
            }
        }

        private mutating func take(_ value: String, from number: Int) {
            let wasComplete = inputs.allSatisfy { $0.newest != nil }
            if !wasComplete, let old = inputs[number].newest { replaced.insert(old) }
            inputs[number].newest = value
            guard inputs.allSatisfy({ $0.newest != nil }) else { return }
            waiting += 1
            if case .waiting = consumer { (isCombining, consumer) = (false, .resumed) }
        }

        private mutating func consume() {
            switch consumer {
            case .idle:
                held.request()
                consumer = .asking
            case .asking where waiting > 0: consumer = .resumed
            case .asking where inputs.allSatisfy(\.isOver): finish()
            case .asking:
                (isCombining, consumer) = (true, .waiting)
                for number in inputs.indices { if case .suspended = inputs[number].at { inputs[number].at = .resumed } }
            case .resumed:
                waiting -= 1
                if !held.send(), held.unseen == 0 { faults.append("an output without a value") }
                consumer = .idle
            case .waiting, .over: break
            }
        }

        private mutating func finish() {
            held.end()
            consumer = .over
        }

        mutating func cancel() {
            held.cancel()
            consumer = .over
        }
    }

    @Test func `a value whose record precedes the output, but which arrived after it, makes an output of its own`() {
        var held = Held()
        _ = held.bring(2)
        held.ask(2)
        _ = held.bring(1)
        _ = held.bring(2)
        _ = held.bring(0)

        let outputs = [held.send(), held.send()]
        held.ask(2)
        #expect(outputs == [true, true])

        #expect(
            held.history == [
                "held c1", "held b1", "held a1", "output", "left b1", "left a1", "output", "left c1", "held c2", "left c2",
            ])
    }

    @Test func `a value that replaced another is known as soon as its input is asked again`() {
        var held = Held()
        _ = held.bring(1)
        held.ask(1)
        _ = held.bring(1)
        held.ask(1)
        _ = (held.bring(0), held.send())

        #expect(held.history == ["held b1", "superseded b1", "held b2", "held a1", "output", "left b2", "left a1"])
    }

    @Test func `the outputs of two inputs may leave in another order than their values were recorded`() {
        var held = Held()
        _ = (held.bring(0), held.bring(1), held.send())
        held.ask(0)
        held.ask(1)
        _ = (held.bring(0), held.bring(1), held.send())
        held.ask(1)
        _ = (held.bring(1), held.send(), held.send())
        held.ask(0)
        held.ask(1)
        held.end()

        #expect(
            held.lives == [
                "a1": ["held", "left"], "a2": ["held", "left"], "b1": ["held", "left"], "b2": ["held", "left"],
                "b3": ["held", "left"],
            ])
    }

    @Test func `no drop is claimed that did not happen, and every value is counted once`() {
        for seed in Rounds.seeds(full: 1_000_000, sample: 4_000) {
            var life = Life(seed: seed)
            while !life.isOver { life.step() }

            #expect(life.faults == [], "seed \(seed)")
            #expect(
                life.held.lives.values.allSatisfy { $0.count == 2 && $0[0] == "held" }, "seed \(seed): \(life.held.history)")
            // With two unclear inputs, an output may be that of either.
            #expect(life.held.unseen == 0 || life.inputCount > 2, "seed \(seed): \(life.held.history)")
            if life.held.unseen == 0 {
                #expect(life.held.superseded == life.replaced, "seed \(seed): \(life.held.history)")
            }
            guard life.faults.isEmpty else { return }
        }
    }

    @Test func `the end leaves no value uncounted, and claims no value as replaced that was not`() {
        for seed in Rounds.seeds(full: 1_000_000, sample: 4_000) {
            var life = Life(seed: seed)
            for _ in 0..<(seed % 60) where !life.isOver { life.step() }
            if !life.isOver { life.cancel() }

            #expect(life.faults == [], "seed \(seed)")
            #expect(life.held.lives.values.allSatisfy { $0.count == 2 && $0[0] == "held" }, "seed \(seed): \(life.held.history)")
            guard life.faults.isEmpty else { return }
        }
    }
}
