import Foundation
import Testing

@testable import FlowOperators

@Suite("Catalogue of operators")
struct OperatorCatalogueTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The cases of ``OperatorID`` as the source has them, except the one for unknown operators.
    private func cases() throws -> [String] {
        let file = OperatorCatalogueTests.sources.appending(path: "FlowOperators/OperatorID.swift")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.hasPrefix("    case ") && !$0.contains("other(") }
            .flatMap { $0.dropFirst(9).split(separator: ",") }
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }

    @Test func `each operator has a row, and no other has one`() throws {
        let rows = OperatorCatalogue.rows.map { "\($0.id)" }

        #expect(rows.sorted() == (try cases()).sorted())
    }

    /// Operators that are called as others, which their spelling means.
    private static let namesakes: Set<OperatorID> = [
        .recordedBuffer, .bufferSequence, .debounceSequence, .flatMapSequences, .mergeSequence, .combineLatestSequence,
        .shareSequence,
    ]

    @Test func `a name or a spelling means one operator, save for what FlowCore and AsyncSequence call as OpenCombine does`() {
        let names = OperatorCatalogue.rows.flatMap { [$0.name] + $0.spellings }
        let twice = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys

        #expect(twice.sorted() == ["buffer", "combineLatest", "debounce", "flatMap", "merge", "share"])
        #expect(OperatorID("buffer") == .buffer)
    }

    @Test(arguments: OperatorCatalogue.rows.map { ($0.name, $0.id) }.filter { !namesakes.contains($0.1) })
    func `an operator is found by its name`(name: String, id: OperatorID) {
        #expect(OperatorID(name) == id)
        #expect(id.name == name)
    }

    @Test(arguments: [
        ("receive", OperatorID.receiveOn), ("subscribe", .subscribeOn), ("mergeMany", .merge), ("zip3", .zip), ("zip4", .zip),
        ("recordedBuffer", .recordedBuffer), ("source", .other("source")), ("", .other("")),
    ]) func `another spelling means the same operator, and an unknown name itself`(spelling: String, id: OperatorID) {
        #expect(OperatorID(spelling) == id)
    }

    @Test(arguments: [
        ("OpenCombine.Publishers.Map<OpenCombine.Publishers.Filter<OpenCombine.Just<Swift.Int>>, Swift.Int>", OperatorID.map),
        ("OpenCombine.Publishers.Zip3<A, B, C>", .zip), ("FlowCore.Publishers.MergeMany<A>", .merge),
        ("OpenCombine.Publishers.Comparison<A>", .minOrMax), ("OpenCombine.Publishers.Concatenate<A, B>", .appendOrPrepend),
        ("OpenCombine.Publishers.Output<A>", .prefix), ("Swift.Optional<Swift.Int>.OCombine.Publisher", .publisher),
        ("FlowAsync.AsyncStream<@Sendable () -> ()>", .asyncStream),
        ("FlowAsync.AsyncThrowingStream<(Swift.Int) -> () -> Swift.Array<() -> ()>, Swift.Error>", .asyncThrowingStream),
        ("OpenCombine.AsyncPublisher<OpenCombine.Just<Swift.Int>>.Iterator.Inner", .values),
        ("__C.NSTimer.OCombine.TimerPublisher", .timerPublish), ("OpenCombine.Published<Swift.Int>.Publisher", .published),
        ("(unknown context at $55).Shop.Basket<Swift.Int>", .other("basket")), ("", .other("")),
    ]) func `a type means an operator, and an unknown one itself`(type: String, id: OperatorID) {
        #expect(OperatorID(type: type) == id)
    }

    @Test(arguments: OperatorCatalogue.rows.map { ($0.name, $0.law) })
    func `an operator has a law, or says by name why it has none`(name: String, law: OperatorLaw) {
        switch law {
        case .known: break
        case .none(let reason): #expect(reason.hasPrefix("\(name) "))
        }
    }

    @Test func `these have no law, and nothing else`() {
        let lawless = OperatorCatalogue.rows.filter { $0.law.flow == nil }.map(\.id)

        #expect(
            lawless == [
                .connect, .eraseToAnyPublisher, .sink, .assign, .pausableSink, .forAwait, .flatMapLatest, .channelWrite, .peer,
            ])
        #expect(OperatorID.other("naiveMerge").law == .none(because: "no law is known for naiveMerge"))
    }

    @Test func `what is known to be broken is told by the operator's name`() {
        #expect(
            OperatorID.receiveOn.knownViolation(of: .afterCancel)
                == "known: OpenCombine's receive(on:) delivers what it holds when its upstream had ended before the cancel")
        #expect(OperatorID.receiveOn.knownViolation(of: .notSerial) == nil)
        #expect(OperatorID.other("delay").knownViolation(of: .afterCancel) == nil)
    }

    @Test func `every publisher of FlowCore has a row, but those that are looked through`() throws {
        let root = OperatorCatalogueTests.sources.appending(path: "FlowCore")
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        let pattern = #/(?:struct|class) (\w+)(?:<[^{]*>)?: Publisher\b/#
        let types = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
            try String(contentsOf: root.appending(path: file), encoding: .utf8).matches(of: pattern).map { String($0.output.1) }
        }

        let unknown = types.filter { if case .other = OperatorID(type: $0) { true } else { false } }
        #expect(types.count > 8)
        #expect(unknown.sorted() == ["Label", "Probe"])
    }

    /// No source but the catalogue's compares the name of an operator.
    @Test func `operators are compared as such, not by their names`() throws {
        let root = OperatorCatalogueTests.sources
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        // A number of a scenario is called `interval` too, a type `Just`, and a condition of a breakpoint has the word `contains`.
        let others: Set = ["interval", "Just", "contains"]
        let names = Set(OperatorCatalogue.rows.flatMap { [$0.name] + $0.spellings }).subtracting(others)
        let pattern = #/(?:==|!=|case|hasPrefix\()\s*"([^"\\]+)"/#
        let found = try files.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("FlowOperators/") }.flatMap { file in
            try String(contentsOf: root.appending(path: file), encoding: .utf8).matches(of: pattern)
                .filter { names.contains(String($0.output.1)) }
                .map { "\(file): \($0.output.0)" }
        }

        #expect(!files.isEmpty && found == [])
    }
}
