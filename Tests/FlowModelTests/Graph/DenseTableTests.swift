import Testing
@testable import FlowGraph

@Suite("DenseTable")
struct DenseTableTests {
    /// Small numbers, which are indices, and larger ones, next to the limit between them and far away.
    private static let numbers: [UInt32] = [0, 1, 7, 65_535, 65_536, 65_537, 1 << 20, .max]

    @Test func `values are found by small and by large numbers`() {
        var values = DenseTable<UInt32, String>()
        for number in DenseTableTests.numbers.reversed() { values[number] = "\(number)" }
        values[1]? += "!"
        values[.max]? += "!"
        values[2]? += "!"
        values[1 << 24]? += "!"

        let found = DenseTableTests.numbers.map { values[$0] }
        #expect(found == ["0", "1!", "7", "65535", "65536", "65537", "1048576", "4294967295!"])
        #expect([2, 65_534, 65_538, 1 << 24].map { values[$0] } == [nil, nil, nil, nil])
        #expect(values.keys == DenseTableTests.numbers)
    }

    @Test(arguments: numbers)
    func `a value that is taken away is gone until there is a new one`(number: UInt32) {
        var values = DenseTable<UInt32, String>()
        values[number, default: "first"] += "!"
        let first = values
        values[number] = nil
        let without = values
        values[number, default: "second"] += "!"

        #expect([first, without, values].map { $0[number] } == ["first!", nil, "second!"])
        #expect([first, without, values].map(\.keys) == [[number], [], [number]])
    }

    @Test(arguments: numbers)
    func `only what has a value is changed`(number: UInt32) {
        var values = DenseTable<UInt32, String>()
        let before: Void? = values.change(number) { $0 += "!" }
        values[number] = "first"
        let after = values.change(number) {
            $0 += "!"
            return $0.count
        }

        #expect(before == nil)
        #expect(after == 6)
        #expect(values[number] == "first!")
    }
}
