import FlowTestSupport
import FlowTrace
import Testing
@testable import FlowAnalysis

@Suite("TraceSearch")
struct TraceSearchTests {
    /// The events that match a filter, one a line.
    private func matches(_ text: String) throws -> [String] {
        let model = TraceBuilder.demandSink().model()
        let search = TraceSearch(filter: try EventFilter(parsing: text))
        return model.log.entries.filter { entry in search.matches(entry, in: model.log) { model.laneName(of: entry) } }
            .map { "\($0.time) " + FoundEvent($0, in: model.log, lane: model.laneName(of: $0)).words }
    }

    @Test func `words have to stand in the value, kinds and lanes are named`() throws {
        #expect(try matches("4") == ["5 source sent 4", "5 output value 4"])
        #expect(try matches("kind:value 4") == ["5 output value 4"])
        #expect(try matches("lane:sour 4") == ["5 source sent 4"])
        #expect(try matches("kind:dropped") == ["3 3 dropped, no demand", "7 6 dropped, no demand"])
        #expect(try matches("kind:request") == ["0 output request 1", "4 output request 2", "8 output request 2"])
        #expect(try matches("lane:nothing") == [])
    }

    @Test func `case matters where there is an upper case letter`() throws {
        let word = { (text: String) in FilterWord(text).isIn("Error in Line 7") }

        #expect(word("error") && word("line 7") && word("Error") && word("Line"))
        #expect(!word("ERROR") && !word("lINE"))
        #expect(try matches("lane:Sour 4") == [])
    }

    @Test func `a word is found where the text has its characters`() {
        var chance = SeededChance(seed: 8)
        let parts = ["a", "A", "b", "B", "1", " ", "é", "e\u{301}", "\r", "\n", "\r\n"]
        func text(_ most: Int) -> String { (0..<chance.below(most)).map { _ in parts[chance.below(parts.count)] }.joined() }
        for _ in 0..<20_000 {
            let (word, text) = (text(4) + "a", text(12))
            let isExact = word.contains(where: \.isUppercase)
            let (sought, characters) = (Array(word), Array(isExact ? text : text.lowercased()))
            let starts = 0..<max(0, characters.count - sought.count + 1)

            let isThere = starts.contains { characters[$0...].starts(with: sought) }
            #expect(FilterWord(word).isIn(text) == isThere, "'\(word.debugDescription)' in '\(text.debugDescription)'")
        }
    }

    @Test(arguments: [
        ("", "nothing to look for; type a value's text, kind:dropped or lane:buffer"),
        ("  ", "nothing to look for; type a value's text, kind:dropped or lane:buffer"),
        (
            "kind:drop",
            "no kind 'drop'; kinds are subscribed, request, value, returned, finished, failure, cancel, sent, dropped, "
                + "held, left, state, note"
        ),
    ])
    func `what cannot be a filter is answered`(text: String, answer: String) {
        #expect(throws: EventFilterError.self) { try EventFilter(parsing: text) }
        do {
            _ = try EventFilter(parsing: text)
        } catch {
            #expect(error.description == answer)
        }
    }

    @Test func `next and previous go through the drops and count them`() {
        let model = TraceBuilder.demandSink().model()
        let search = TraceSearch()
        let lane = { (entry: TraceEntry) in model.laneName(of: entry) }
        var found: [Int] = []
        while let next = search.find(in: model.log, .next, of: found.last ?? 0, lane: lane) { found.append(next.sequence) }
        var back: [Int] = []
        while let last = search.find(in: model.log, .previous, of: back.last ?? model.log.count + 1, lane: lane) {
            back.append(last.sequence)
        }

        #expect(found == model.log.entries.filter { $0.kind == .dropped }.map(\.sequence))
        #expect(found.count == 2 && back == found.reversed())
        #expect(search.count(in: model.log, upTo: found[0], lane: lane) == (1, 2))
    }
}
