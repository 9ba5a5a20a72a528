import FlowModel
import FlowText
import FlowTrace
import Testing

@Suite("Why, in the scenarios")
struct WhyScenarioTests {
    @Test(arguments: CatalogueTests.Case.all)
    func `every event has a chain that begins where nothing led to it and goes through its causes in order`(
        test: CatalogueTests.Case
    ) throws {
        let model = try History(test.scenario.id, test.variant.id, until: 20).model
        #expect(!model.log.entries.isEmpty)

        for entry in model.log.entries {
            let chain = (Why(entry.sequence, in: model)?.steps ?? []).filter { $0.link != .effect }
            let sequences = chain.map(\.moment.sequence)

            #expect(sequences.last == entry.sequence)
            #expect(sequences == Set(sequences).sorted())
            #expect(causes(of: entry, in: model).isSubset(of: Set(sequences)))
            #expect(chain.filter { $0.link == .event }.count == 1)
            #expect(chain.filter { $0.link == .effect }.isEmpty)
        }
    }

    @Test(arguments: CatalogueTests.Case.all)
    func `whatever leaves a buffer came in before`(test: CatalogueTests.Case) throws {
        let model = try History(test.scenario.id, test.variant.id, until: 20).model

        for entry in model.log.entries where entry.kind == .unbuffered {
            let chain = (Why(entry.sequence, in: model)?.steps ?? []).filter { $0.link != .effect }
            let value = model.text(of: entry.sequence)

            #expect(
                chain.contains { model.log[sequence: $0.moment.sequence]?.kind == .buffered && $0.text == "took in \(value)" })
        }
    }

    /// The events in whose calls it happened.
    private func causes(of entry: TraceEntry, in model: StreamModel) -> Set<Int> {
        var (found, next) = (Set<Int>(), entry.cause)
        while let sequence = next {
            found.insert(sequence)
            next = model.log[sequence: sequence]?.cause
        }
        return found
    }
}
