import FlowTestSupport
import FlowCombine
import Testing

@testable import FlowCore
@testable import FlowModel

/// The buffers in the trace are the operators' real buffers, after every step of random lives.
@Suite("held items, traced", .serialized)
struct HeldItemTests {
    private func check(full: Int, _ name: String, _ body: (HeldLife) -> Void) {
        for seed in Rounds.seeds(full: full) {
            let differences = HeldLife(seed: seed).play(body)
            #expect(differences.isEmpty, "\(name), seed \(seed): \(differences.prefix(3).joined(separator: "; "))")
            guard differences.isEmpty else { return }
        }
    }

    /// Sends, requests, waits and ends at random.
    private func live(_ life: HeldLife, inputs: [PassthroughSubject<Int, TestFailure>], ends: Bool = true) {
        var next = 0
        for _ in 0..<(5 + life.chance.below(30)) {
            let input = inputs[life.chance.below(inputs.count)]
            switch life.chance.below(ends ? 40 : 38) {
            case 0..<18:
                next += 1
                let value = next
                life.step("send \(value)") { input.send(value) }
            case 18..<30:
                let demand = Subscribers.Demand.max(1 + life.chance.below(3))
                life.step("request \(demand)") { life.request(demand) }
            case 30..<37: life.step("wait") { life.scheduler.advance(by: .seconds(1)) }
            case 37: if life.chance.oneIn(3) { life.step("unlimited") { life.request(.unlimited) } }
            case 38:
                if life.chance.oneIn(2) {
                    life.step("fail") { input.send(completion: .failure(TestFailure())) }
                } else {
                    life.step("finish") { input.send(completion: .finished) }
                }
            default: life.step("cancel") { life.cancel() }
            }
        }
        life.step("wait long") { life.scheduler.advance(by: .seconds(100)) }
    }

    private func beLively(_ life: HeldLife, sending inputs: [PassthroughSubject<Int, TestFailure>] = []) {
        let generosity = life.chance.below(3)
        var own = 1000
        life.returning = { life.chance.oneIn(3) ? .max(life.chance.below(generosity + 1)) : .none }
        life.inside = {
            if life.chance.oneIn(5) { life.request(.max(life.chance.below(generosity + 2))) }
            if life.chance.oneIn(30) { life.cancel() }
            if !inputs.isEmpty, own < 1010, life.chance.oneIn(6) {
                own += 1
                inputs[life.chance.below(inputs.count)].send(own)
            }
        }
    }

    @Test func `buffer`() {
        check(full: 4_000, "buffer") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            let strategies: [Publishers.BufferingStrategy<TestFailure>] = [
                .dropNewest, .dropOldest, .customError { TestFailure() },
            ]
            life.look = { FieldReader.read("values", of: $0, as: [Int].self) ?? [] }
            beLively(life, sending: [subject])
            subject.handleEvents(receiveOutput: life.note)
                .buffer(
                    size: 1 + life.chance.below(4), prefetch: life.chance.oneIn(2) ? .keepFull : .byRequest,
                    whenFull: strategies[life.chance.below(3)]
                ).subscribe(life.end { [$0] })
            live(life, inputs: [subject])
        }
    }

    @Test func `buffer of a source that sends at once`() {
        check(full: 2_000, "buffer of a sequence") { life in
            life.look = { FieldReader.read("values", of: $0, as: [Int].self) ?? [] }
            beLively(life)
            (1...8).publisher.setFailureType(to: TestFailure.self).handleEvents(receiveOutput: life.note)
                .buffer(size: 1 + life.chance.below(6), prefetch: .byRequest, whenFull: .dropOldest)
                .subscribe(life.end { [$0] })
            live(life, inputs: [PassthroughSubject()])
        }
    }

    @Test func `flatMap`() {
        check(full: 4_000, "flatMap") { life in
            let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }
            life.look = { (FieldReader.read("buffer", of: $0, as: [(Int, Int)].self) ?? []).map(\.1) }
            beLively(life, sending: subjects)
            subjects.publisher.setFailureType(to: TestFailure.self)
                .flatMap { $0.handleEvents(receiveOutput: life.note) }
                .subscribe(life.end { [$0] })
            live(life, inputs: subjects)
        }
    }

    @Test func `flatMap to sources that send at once`() {
        check(full: 4_000, "flatMap of sequences") { life in
            life.look = { (FieldReader.read("buffer", of: $0, as: [(Int, Int)].self) ?? []).map(\.1) }
            beLively(life)
            (1...4).publisher.setFailureType(to: TestFailure.self)
                .flatMap { n in
                    ((n * 100)...(n * 100 + 3)).publisher.setFailureType(to: TestFailure.self).handleEvents(
                        receiveOutput: life.note)
                }
                .subscribe(life.end { [$0] })
            live(life, inputs: [PassthroughSubject()])
        }
    }

    @Test func `zip`() {
        check(full: 4_000, "zip") { life in
            let (left, right) = (PassthroughSubject<Int, TestFailure>(), PassthroughSubject<Int, TestFailure>())
            left.handleEvents(receiveOutput: life.note).zip(right.handleEvents(receiveOutput: life.note))
                .subscribe(life.end { [$0.0, $0.1] })
            live(life, inputs: [left, right])
        }
    }

    @Test func `combineLatest`() {
        check(full: 4_000, "combineLatest") { life in
            let (left, right) = (PassthroughSubject<Int, TestFailure>(), PassthroughSubject<Int, TestFailure>())
            var newest: [Int?] = [nil, nil]
            life.look = { _ in newest.compactMap(\.self) }
            beLively(life)
            func input(_ index: Int, _ subject: PassthroughSubject<Int, TestFailure>) -> some Publisher<Int, TestFailure> {
                subject.handleEvents(receiveOutput: { value in
                    life.note(value)
                    newest[index] = value
                })
            }
            input(0, left).combineLatest(input(1, right)).subscribe(life.end { [$0.0, $0.1] })
            live(life, inputs: [left, right])
        }
    }

    @Test func `collect`() {
        check(full: 4_000, "collect") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            // After an end and a cancel, OpenCombine's collect still answers a request.
            life.asksAfterCancel = false
            subject.handleEvents(receiveOutput: life.note).collect().subscribe(life.end { $0 })
            live(life, inputs: [subject])
        }
    }

    @Test func `collect(n)`() {
        check(full: 4_000, "collect(n)") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            life.look = { FieldReader.read("buffer", of: $0, as: [Int].self) ?? [] }
            beLively(life, sending: [subject])
            subject.handleEvents(receiveOutput: life.note).collect(1 + life.chance.below(4)).subscribe(life.end { $0 })
            live(life, inputs: [subject])
        }
    }

    @Test func `receive(on:)`() {
        check(full: 4_000, "receive(on:)") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            beLively(life, sending: [subject])
            subject.handleEvents(receiveOutput: life.note).receive(on: life.scheduler).subscribe(life.end { [$0] })
            live(life, inputs: [subject])
        }
    }

    @Test func `delay`() {
        check(full: 4_000, "delay") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            beLively(life, sending: [subject])
            subject.handleEvents(receiveOutput: life.note).delay(for: .seconds(3), scheduler: life.scheduler)
                .subscribe(life.end { [$0] })
            live(life, inputs: [subject])
        }
    }

    @Test func `timeout`() {
        check(full: 4_000, "timeout") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            beLively(life, sending: [subject])
            subject.handleEvents(receiveOutput: life.note).timeout(.seconds(2), scheduler: life.scheduler)
                .subscribe(life.end { [$0] })
            live(life, inputs: [subject])
        }
    }

    @Test func `debounce`() {
        check(full: 4_000, "debounce") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            var hasEnded = false
            life.look = { debounce in
                guard !hasEnded else { return [] }
                let pending = FieldReader.read("currentValue", of: debounce, as: Int?.self) ?? nil
                return pending.map { [$0] } ?? []
            }
            subject.handleEvents(receiveOutput: life.note, receiveCompletion: { _ in hasEnded = true }).debounce(
                for: .seconds(2), scheduler: life.scheduler
            )
            .subscribe(life.end { [$0] })
            life.step("ask") { life.request(.unlimited) }
            live(life, inputs: [subject])
        }
    }

    @Test(arguments: [true, false])
    func `throttle`(latest: Bool) {
        check(full: 4_000, "throttle") { life in
            let subject = PassthroughSubject<Int, TestFailure>()
            life.look = { throttle in
                let pending = FieldReader.read("pendingInput", of: throttle, as: Int?.self) ?? nil
                return pending.map { [$0] } ?? []
            }
            beLively(life, sending: [subject])
            subject.handleEvents(receiveOutput: life.note)
                .throttle(for: .seconds(2), scheduler: life.scheduler, latest: latest).subscribe(life.end { [$0] })
            live(life, inputs: [subject])
        }
    }

    @Test func `a subject with a current value, fed by a stream`() {
        check(full: 4_000, "CurrentValueSubject") { life in
            let source = PassthroughSubject<Int, TestFailure>()
            let subject = CurrentValueSubject<Int, TestFailure>(0)
            life.look = { conduit in
                FieldReader.read("deliveredCurrentValue", of: conduit, as: Bool.self) == false ? [subject.value] : []
            }
            let feeding = source.handleEvents(receiveOutput: life.note).subscribe(subject)
            beLively(life, sending: [source])
            subject.subscribe(life.end { [$0] })
            live(life, inputs: [source])
            feeding.cancel()
        }
    }

    @Test func `multicast over a subject that holds nothing`() {
        check(full: 4_000, "multicast") { life in
            let source = PassthroughSubject<Int, TestFailure>()
            let shared = source.handleEvents(receiveOutput: life.note).multicast { PassthroughSubject() }
            life.look = { _ in [] }
            beLively(life)
            shared.subscribe(life.end { [$0] })
            let connection = shared.connect()
            live(life, inputs: [source])
            connection.cancel()
        }
    }
}
