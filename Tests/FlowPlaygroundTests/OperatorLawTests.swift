import FlowAnalysis
import FlowOperators
import FlowTrace
import Testing
@testable import FlowPlayground

@Suite("Laws of the table's operators")
struct OperatorLawTests {
    /// Operators that keep values without telling which.
    private static let silent: Set<OperatorID> = [.collectByTime]

    private static let streams = OperatorTable.operators.flatMap(\.overloads).filter {
        ![.value, .wait].contains($0.role)
    }

    @Test(arguments: streams.map { ($0.signature.text, $0.operation) })
    func `every form of an operator is in the catalogue, with a law or the reason why it has none`(text: String, id: OperatorID) {
        if case .other(let name) = id { Issue.record("\(text): '\(name)' is not in the catalogue") }
        if case .none(let reason) = id.law {
            #expect(reason.hasPrefix("\(id.name) ") && (id.role == .sink || id == .eraseToAnyPublisher))
        }
    }

    @Test(arguments: [
        ("[1].publisher.receive(on: DispatchQueue.main)", OperatorID.receiveOn), ("[1].publisher.first { $0 > 0 }", .firstWhere),
        ("[1].publisher.first()", .first), ("[1].publisher.prefix(1)", .prefix),
        ("[1].publisher.prefix { $0 > 0 }", .prefixWhile),
        ("[1].publisher.drop { $0 > 1 }", .dropWhile), ("[1].publisher.collect()", .collect),
        ("[1].publisher.collect(2)", .collectByCount),
        ("[1].publisher.collect(.byTime(DispatchQueue.main, .seconds(1)))", .collectByTime), ("[1].publisher.min()", .min),
        ("[1].publisher.max { $0 < $1 }", .max), ("[1].publisher.output(at: 0)", .outputAt),
        ("[1].publisher.merge(with: [2].publisher)", .merge),
    ]) func `a form means its operator`(text: String, id: OperatorID) throws {
        let stages = try Chain(text).stages

        #expect(stages.contains { $0.operation == id })
        #expect(try ChainHistory(text, until: 5).model.log.nodes.contains { $0.operation == id && $0.name == id.name })
    }

    @Test(arguments: ChainSamples.all.map(\.chain) + OperatorTable.operators.map(\.example))
    func `no value is unaccounted for, at any moment of a chain`(chain: String) throws {
        let stream = StreamAnalysis(try ChainHistory(chain, until: 20).model)
        let log = stream.model.log

        for moment in Set([log.count / 3, log.count / 2, log.count]) {
            for node in log.nodes {
                for line in stream.ledger(of: node.id, at: moment) where line.residue != 0 {
                    let isSilent = OperatorLawTests.silent.contains(node.operation) && line.unknown == .store
                    #expect(isSilent, "\(chain), after \(moment): \(node.name): residue \(line.residue ?? 0), \(line)")
                }
            }
        }
    }

    @Test(arguments: [
        // A and C were followed too soon, E was pending when the source finished.
        (
            "marbles(\"AB---CDE|\").debounce(for: .milliseconds(300))", OperatorID.debounce, 5, 1,
            [DropReason.superseded: 3, .ended: 1]
        ),
        ("marbles(\"ABCDEF----|\").throttle(for: .milliseconds(600), latest: true)", .throttle, 6, 4, [.superseded: 2]),
        ("marbles(\"ABCDEF----|\").throttle(for: .milliseconds(600), latest: false)", .throttle, 6, 4, [.overflowNewest: 2]),
    ])
    func `what debounce and throttle leave out is dropped, with the reason`(
        chain: String, id: OperatorID, arrived: Int, out: Int, lost: [DropReason: Int]
    ) throws {
        let model = try ChainHistory("\(chain).sink()", until: 20).model
        let node = try #require(model.log.nodes.first { $0.operation == id })

        let lines = StreamAnalysis(model).ledger(of: node.id, at: model.log.count)

        #expect(lines.map(\.arrived) == [arrived])
        #expect(lines.map(\.out) == [out])
        #expect(lines.map(\.held) == [0])
        #expect(lines.map(\.residue) == [0])
        let drops = model.log.entries.filter { $0.kind == .dropped }.compactMap(\.event.dropReason)
        #expect(Dictionary(grouping: drops) { $0 }.mapValues(\.count) == lost)
    }
}
