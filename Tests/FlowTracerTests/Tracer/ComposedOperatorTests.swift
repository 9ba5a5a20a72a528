import FlowCombine
import FlowTrace
import Testing

@testable import FlowCore
@testable import FlowGraph

/// An operator of FlowCore is one stage of a trace, even if it consists of other operators.
@Suite("operators of FlowCore, traced", .serialized)
struct ComposedOperatorTests {
    typealias Subject = PassthroughSubject<Int, Never>

    static let operators: [(name: String, subscribe: @Sendable ([Subject]) -> AnyCancellable)] = [
        ("combineLatest", { $0[0].combineLatest($0[1]).sink { _ in } }),
        ("combineLatest", { $0[0].combineLatest($0[1], +).sink { _ in } }),
        ("combineLatest", { $0[0].combineLatest($0[1], $0[2]).sink { _ in } }),
        ("combineLatest", { $0[0].combineLatest($0[1], $0[2]) { $0 + $1 + $2 }.sink { _ in } }),
        ("combineLatest", { $0[0].combineLatest($0[1], $0[2], $0[3]).sink { _ in } }),
        ("combineLatest", { $0[0].combineLatest($0[1], $0[2], $0[3]) { $0 + $1 + $2 + $3 }.sink { _ in } }),
        ("combineLatest", { Publishers.CombineLatest($0[0], $0[1]).sink { _ in } }),
        ("combineLatest", { Publishers.CombineLatest4($0[0], $0[1], $0[2], $0[3]).sink { _ in } }),
        ("merge", { $0[0].merge(with: $0[1]).sink { _ in } }),
        ("merge", { $0[0].merge(with: $0[1], $0[2], $0[3]).sink { _ in } }),
        ("merge", { Publishers.Merge3($0[0], $0[1], $0[2]).sink { _ in } }),
        ("shareReplay", { $0[0].shareReplay(capacity: 2).sink { _ in } }),
    ]

    @Test(arguments: operators.indices)
    func `an operator of ours is one stage`(index: Int) {
        let (name, subscribe) = ComposedOperatorTests.operators[index]
        var subjects: [Subject] = []

        let (_, found) = Bench.trace { _ in
            subjects = (1...4).map { _ in Subject() }
            let subscription = subscribe(subjects)
            for value in 1...2 { subjects.forEach { $0.send(value) } }
            subscription.cancel()
        }

        #expect(found.log.nodes.map(\.name).filter { $0 != "PassthroughSubject" }.sorted() == [name, "sink"].sorted())
        let operation = found.log.nodes.first { $0.name == name }?.id
        #expect(found.log.edges.filter { $0.role == .link && $0.upstream == operation }.count == 1)
        #expect(found.log.edges.filter { $0.role == .link && $0.downstream == operation }.count >= 1)
    }
}
