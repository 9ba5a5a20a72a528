import FlowAnalysis
import FlowScenarios
import FlowTrace
import Testing

/// Conclusions from the scenarios' events.
@Suite("Explaining scenarios")
struct ExplainTests {
    @Test(arguments: CatalogueTests.Case.all)
    func `no variant breaks a rule of the contract`(test: CatalogueTests.Case) throws {
        let log = try History(test.scenario.id, test.variant.id, until: 20).model.log
        var check = RuleCheck()

        let found = log.entries.flatMap { check.fold($0, in: log) }.filter { !$0.isNote }
        let missing = check.violationsAtEnd(TraceTime(nanoseconds: .max)).filter { $0.rule.number == "1.5" }
        #expect((found + missing).map { "\($0.rule.number) \($0.words)" } == [])
    }

    @Test(arguments: CatalogueTests.Case.all)
    func `the ledger of every variant adds up after every event`(test: CatalogueTests.Case) throws {
        let log = try History(test.scenario.id, test.variant.id, until: 20).model.log
        var ledger = Ledger()
        var wrong: [String] = []
        for (entry, next) in zip(log.entries, log.entries.dropFirst().map(Optional.some) + [nil]) {
            ledger.fold(entry, in: log)
            // A value that an operator is passing on has come in and not out.
            guard next?.cause != entry.sequence else { continue }
            // So has one that has just driven out another, and is not in yet.
            guard entry.kind != .dropped || entry.cause == nil || next?.cause != entry.cause else { continue }
            wrong += ledger.lines(in: log).filter { $0.residue != 0 && $0.unknown != .output }
                .map { "after \(entry.sequence): \(log.node($0.node)?.name ?? "?"): \($0)" }
        }

        #expect(wrong == [])
    }

    /// The way of a value, told from each of its events; once where all tell the same.
    private func journeys(_ id: String, _ variant: String, of value: String, until seconds: Double) throws -> [String] {
        let log = try History(id, variant, until: seconds).model.log
        let entries = log.entries.filter { $0.kind.isOfValue && log.value(of: $0)?.description == value }
        var found: [String] = []
        for journey in entries.compactMap({ Journey(of: $0.sequence, in: log) }).map({ $0.words(in: log) })
        where !found.contains(journey) {
            found.append(journey)
        }
        return found
    }

    @Test(arguments: [
        ("pace", "as-asked", "A", 20, "A came out of source at 0.00, was delivered at 0.00"),
        ("pace", "as-asked", "C", 20, "C came out of source at 0.60, waited 1.40 s in buffer, was delivered at 2.00"),
        ("pace", "as-asked", "C", 1.5, "C came out of source at 0.60, is held in buffer since 0.60"),
        (
            "overflow", "drop-oldest", "3", 3,
            "3 came out of source at 0.10, waited 0.25 s in buffer, was dropped at 0.35: overflow, oldest"
        ),
        ("overflow", "drop-newest", "7", 3, "7 came out of source at 0.30, was dropped at 0.30: overflow, newest"),
        ("overflow", "custom-error", "7", 3, "7 came out of source at 0.30, was dropped at 0.30: error"),
        ("overflow", "custom-error", "3", 3, "3 came out of source at 0.10, waited 0.90 s in buffer, was dropped at 1.00: error"),
        ("demand-sink", "as-taught", "3", 20, "3 came out of source at 3.00, was dropped at 3.00: no demand"),
        ("batch-demand", "as-published", "4", 20, "4 came out of source at 4.00, was delivered at 4.00"),
        ("unwrap", "asks-for-3", "3", 20, "3 came out of array at 0.00, was delivered at 0.00"),
        ("across-threads", "bare", "2", 20, "2 came out of source at 0.40, was dropped at 0.40: no demand"),
    ])
    func `a value is followed from each of its events`(
        id: String, variant: String, value: String, seconds: Double, words: String
    ) throws {
        #expect(try journeys(id, variant, of: value, until: seconds) == [words])
    }
}
