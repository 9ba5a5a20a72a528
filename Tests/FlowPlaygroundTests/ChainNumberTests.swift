import FlowPlayground
import Testing

@Suite("Numbers of a chain")
struct ChainNumberTests {
    @Test func `every literal is a number with a name of its own, arguments first`() throws {
        let chain = try Chain(
            "let limit = 4; [1, 2, 3].publisher.filter { $0 < limit + 10 }.map { $0 * 20 }.buffer(size: 5, prefetch: .byRequest, "
                + "whenFull: .dropOldest).delay(for: .seconds(0.5)).map { \"\\($0 + 30)\" }.sink()")

        #expect(
            chain.numbers.map { "\($0.name) \($0.value)" } == [
                "size 5.0", "delay 0.5", "limit 4.0", "value 1.0", "value2 2.0", "value3 3.0", "filter 10.0", "map 20.0",
                "map2 30.0",
            ])
    }

    @Test func `each of them can be changed`() throws {
        let text =
            "let limit = 4; [1, 2].publisher.map { $0 * 20 + limit }"
            + ".buffer(size: 5, prefetch: .keepFull, whenFull: .dropNewest).sink()"
        let chain = try Chain(text)

        for number in chain.numbers {
            let old = text.utf8.dropFirst(number.span.start).prefix(number.span.end - number.span.start)
            let changed = try chain.with([number.name: 77])
            #expect(String(old) == String(Int(number.value)))
            #expect(changed.source.text.utf8.count == text.utf8.count - old.count + 2)
            #expect(changed.numbers.first { $0.name == number.name }?.value == 77)
            let others = [changed, chain].map { $0.numbers.filter { $0.name != number.name }.map(\.value) }
            #expect(others[0] == others[1])
        }
    }

    @Test func `a fraction stays one where it makes a value`() throws {
        let chain = try Chain("[0.5, 1.5].publisher.map { $0 * 2.5 }.delay(for: .seconds(0.5)).sink()")

        let changed = try chain.with(["value": 2, "map": 3, "delay": 1])

        #expect(changed.source.text == "[2.0, 1.5].publisher.map { $0 * 3.0 }.delay(for: .seconds(1)).sink()")
    }
}
