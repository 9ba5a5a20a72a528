import FlowPlayground
import FlowTestSupport
import Testing

@Suite("Completion", .notForever)
struct CompletionTests {
    /// The completion at the end of a text.
    private func completion(_ text: String) -> Completion {
        Completion(of: text, at: text.utf8.count)
    }

    private func names(_ text: String) -> [String] {
        completion(text).candidates.map(\.name)
    }

    @Test(arguments: OperatorTable.operators.indices)
    func `every operator is offered where its example uses it`(index: Int) throws {
        let row = OperatorTable.operators[index]
        let offers = row.example.ranges(of: row.name).flatMap { place in
            completion(String(row.example[..<place.lowerBound])).candidates
        }

        let offer = offers.first { $0.signatures.allSatisfy(row.signatures.contains) && $0.summary == row.summary }
        #expect(offer?.name.hasSuffix(row.name) == true, "\(row.name) in \(row.example)")
        #expect(offer?.signatures.isEmpty == false)
    }

    @Test(arguments: OperatorTable.operators.indices)
    func `half a name of every operator finds it`(index: Int) throws {
        let row = OperatorTable.operators[index]
        let half = (row.name.count + 1) / 2
        let offers = row.example.ranges(of: row.name).flatMap { place in
            completion(row.example[..<place.lowerBound] + String(row.name.prefix(half))).candidates
        }

        let isFound = offers.contains { offer in
            offer.summary == row.summary && (offer.name.hasSuffix(row.name) || row.name.hasSuffix(offer.name))
        }
        #expect(isFound, "\(row.name) in \(row.example)")
    }

    @Test func `behind a dot stands what the type has`() {
        let stream = names("[1, 2].publisher.")
        #expect(stream.contains("map") && stream.contains("sink") && !stream.contains("publisher") && !stream.contains("isEmpty"))
        #expect(
            names("[1, 2].") == [
                "publisher", "count", "isEmpty", "contains", "first", "last", "sorted", "map", "filter", "reduce", "forEach",
            ])
        #expect(names("[1, 2].publisher.map { $0.") == ["isMultiple"])
        #expect(names("marbles(\"ab|\").scan(\"\") { $0.up") == ["uppercased"])
        #expect(names("marbles(\"ab|\").map { letter in letter.lo") == ["lowercased"])
        #expect(names("marbles(\"ab|\").zip([1].publisher).map { $1.") == ["isMultiple"])
        #expect(names("marbles(\"ab|\").sink(receiveCompletion: { _ in }, receiveValue: { $0.has") == ["hasPrefix", "hasSuffix"])
        #expect(!names("marbles(\"ab|\").").contains("switchToLatest"))
        #expect(names("marbles(\"ab|\").map { Just($0) }.swi") == ["switchToLatest"])
        #expect(names("marbles(\"ab|\").nosuch") == [])
    }

    @Test func `a line that begins with a dot goes on with the chain`() {
        #expect(names("[1].publisher\n  .rep") == ["replaceEmpty", "replaceError"])
    }

    @Test func `names are offered with their types`() throws {
        let text = "let letters = marbles(\"ab|\")\nlet count = 3\nlet bad = nosuch\nle"
        let offered = completion(text).candidates
        #expect(offered.map(\.name) == ["letters"])
        #expect(offered[0].signatures == ["Marbles<String, Never>"])
        #expect(names("let letters = marbles(\"ab|\")\nlet bad = nosuch()\nletters.pac") == ["pace"])
        #expect(Array(names("[1].publisher.map { ").prefix(1)) == ["$0"])
        #expect(Array(names("[1].publisher.map { number in ").prefix(1)) == ["number"])
        #expect(Array(names("[1].publisher.reduce(0) { ").prefix(2)) == ["$0", "$1"])
    }

    @Test func `labels are offered in their order`() {
        let buffer = "marbles(\"ab|\").buffer("
        #expect(names(buffer) == ["size:"])
        #expect(names(buffer + "size: 2, ") == ["prefetch:"])
        #expect(names(buffer + "size: 2, prefetch: .byRequest, wh") == ["whenFull:"])
        #expect(names("marbles(\"ab|\").throttle(for: .seconds(1), ") == ["scheduler:", "latest:"])
        #expect(completion(buffer).candidates[0].insertion == "size: ")
        #expect(completion(buffer).candidates[0].signatures == ["Int"])
    }

    @Test func `words are offered where their type is wanted`() {
        let buffer = "marbles(\"ab|\").buffer(size: 2, prefetch: "
        #expect(names(buffer) == [".byRequest", ".keepFull"])
        #expect(names(buffer + ".") == ["byRequest", "keepFull"])
        #expect(names(buffer + ".k") == ["keepFull"])
        #expect(names(buffer + "k") == [".keepFull"])
        #expect(names(buffer + ".keepFull, whenFull: .") == ["dropOldest", "dropNewest", "customError"])
        #expect(names("marbles(\"ab|\").delay(for: .mi") == ["milliseconds", "microseconds"])
        #expect(names("marbles(\"ab|\", unit: .s") == ["seconds"])
        #expect(names("marbles(\"ab|\").throttle(for: .seconds(1), latest: ") == ["true", "false"])
    }

    @Test func `nothing is offered in texts, comments and where nothing can stand`() {
        for text in [
            "marbles(\"ma", "// ma", "[1].publisher.sink() ma", "let ma", "var ma", "let a: In", "3", "[1].publisher /* ma",
        ] {
            #expect(names(text) == [], "\(text)")
        }
    }

    @Test func `what is inserted goes on as the form does`() {
        func insertion(_ text: String) -> String? { completion(text).candidates.first?.insertion }
        #expect(insertion("[1].publisher.filt") == "filter { ")
        #expect(insertion("[1].publisher.cou") == "count()")
        #expect(insertion("[1].publisher.sca") == "scan(")
        #expect(insertion("[1].publisher.del") == "delay(for: ")
        #expect(insertion("[1].pub") == "publisher")
        #expect(insertion("PassT") == "PassthroughSubject<Int, Never>()")
        #expect(insertion("Fai") == "Fail<Int, FlowError>(error: ")
        #expect(insertion("Def") == "Deferred { ")
        #expect(insertion("var bag = Se") == "Set<AnyCancellable>()")
    }

    @Test func `the word that is replaced is the beginning before the cursor`() {
        let completion = Completion(of: "[1].publisher.fil.sink()", at: 17)
        #expect(completion.word == Span(14, 17))
        #expect(completion.candidates.map(\.name) == ["filter"])
    }

    @Test func `the call around the cursor is told`() throws {
        let buffer = try #require(completion("marbles(\"ab|\").buffer(size: 2, pre").call)
        #expect(buffer.name == "buffer")
        #expect(
            buffer.signatures == [
                "buffer(size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>) -> Publisher<Output, Failure>"
            ])
        #expect(buffer.summary == "Holds values until they are requested; drops values or fails when full.")
        #expect(completion("marbles(\"ab|\").buffer(size: 2").call?.name == "buffer")
        #expect(completion("marbles(\"ab|").call?.name == "marbles")
        #expect(completion("[1].publisher.map { $0 + ").call?.name == "map")
        #expect(completion("[1].publisher.map { max($0, ").call?.name == "max")
        #expect(completion("[1].publisher.flatMap(maxPublishers: .max(").call?.name == "max")
        #expect(completion("Empty<Int, Never>(").call?.name == "Empty")
        #expect(completion("[1].publisher.zip([2].publisher, ").call?.signatures.count == 3)
        #expect(completion("[1].publisher.map { $0 }.").call == nil)
        #expect(completion("nosuch(").call == nil)
    }

    @Test func `text of any kind is taken`() throws {
        let pieces = [
            "(", ")", "{", "}", "[", "]", ".", ",", ":", "\"", "map", "$0", "1", " ", "\n", "let ", "a", "=", "<", ">", "é", "//",
            "😀",
        ]
        var random = SeededChance(seed: 5)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<24, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
            let completion = completion(text)
            #expect(completion.word.end == text.utf8.count)
        }
        #expect(completion(String(repeating: "(", count: 5_000)).call == nil)
        #expect(completion(String(repeating: "a", count: 20_000)).candidates == [])
    }
}
