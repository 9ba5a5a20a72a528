import FlowCombine
import FlowTestSupport
import Testing

@testable import FlowCore
@testable import FlowTrace

/// One definition of a pipeline serves the list, the diagnosis and the metrics.
@Suite("pipelines of the list and of the diagnosis", .serialized)
struct PipelineAgreementTests {
    @Test func `the list, the diagnosis and the metrics have the same pipelines of random programs`() throws {
        let folder = try TemporaryFolder()
        for seed in Rounds.seeds(full: 4_000) {
            let path = folder.path("\(seed).fvz")
            let recorder = try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
            let (tracer, program) = FlowTracer.tracing(into: recorder) { RandomProgram(seed: seed) }
            tracer.stop()
            recorder.close()
            withExtendedLifetime(program) {}

            let agreement = PipelineAgreement(try TraceFile(path))
            #expect(agreement.count > 0, "seed \(seed)")
            #expect(agreement.faults == [], "seed \(seed)")
        }
    }
}

/// A program of random chains between subjects. A sink may send its values to a subject of another chain, and some operators are the
/// program's own.
private final class RandomProgram {
    private typealias Subject = PassthroughSubject<Int, Never>

    private let subjects: [Subject]
    private var kept: [AnyCancellable] = []

    init(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        subjects = (0..<(1 + chance.below(5))).map { _ in Subject() }
        for number in 0..<(1 + chance.below(6)) {
            // A chain sends to a later subject than the ones that it reads, since a circle would not end.
            let next = number + 1
            var stream = source(before: next, &chance)
            for _ in 0..<chance.below(4) { stream = stage(stream, before: next, &chance) }
            guard next < subjects.count, chance.oneIn(2) else {
                kept.append(stream.sink { _ in })
                continue
            }
            kept.append(stream.sink { [subject = subjects[next]] in subject.send($0) })
        }
        for value in 0..<(4 + chance.below(12)) {
            subjects[0].send(value)
            if chance.oneIn(6), !kept.isEmpty { kept.remove(at: chance.below(kept.count)).cancel() }
        }
        if chance.oneIn(2) { subjects[chance.below(subjects.count)].send(completion: .finished) }
    }

    private func source(before next: Int, _ chance: inout SeededChance) -> AnyPublisher<Int, Never> {
        chance.oneIn(5)
            ? (1...(1 + chance.below(5))).publisher.eraseToAnyPublisher()
            : subjects[chance.below(min(next, subjects.count))].eraseToAnyPublisher()
    }

    private func stage(
        _ stream: AnyPublisher<Int, Never>, before next: Int, _ chance: inout SeededChance
    ) -> AnyPublisher<Int, Never> {
        switch chance.below(7) {
        case 0: stream.map { $0 + 1 }.eraseToAnyPublisher()
        case 1: stream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
        case 2: stream.share().eraseToAnyPublisher()
        case 3: stream.merge(with: source(before: next, &chance)).eraseToAnyPublisher()
        case 4: stream.flatMap { Just($0) }.eraseToAnyPublisher()
        case 5: ClosureMerge(inputs: [stream, source(before: next, &chance)]).eraseToAnyPublisher()
        default: ClosureFlatMap(upstream: stream) { Just($0) }.eraseToAnyPublisher()
        }
    }
}
