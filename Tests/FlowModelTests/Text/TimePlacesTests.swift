import FlowTrace
import FlowWords
import Testing

/// One number of decimals for all times of a report.
@Suite("Decimals of a report")
struct TimePlacesTests {
    private static func texts(_ times: [UInt64]) -> [String] {
        let times = times.map(TraceTime.init(nanoseconds:))
        let places = TimePlaces(telling: times)
        return times.map(places.text)
    }

    @Test func `round times have the decimals that they need`() {
        #expect(TimePlacesTests.texts([2_000_000_000]) == ["2"])
        #expect(TimePlacesTests.texts([200_000_000, 2_000_000_000, 300_000_000]) == ["0.2", "2.0", "0.3"])
        #expect(TimePlacesTests.texts([250_000_000, 0]) == ["0.25", "0.00"])
        #expect(TimePlacesTests.texts([]) == [])
    }

    @Test func `other times have milliseconds, or what tells them apart`() {
        #expect(TimePlacesTests.texts([641_340_452]) == ["0.641"])
        #expect(TimePlacesTests.texts([641_340_452, 6_022_123_456, 641_340_452]) == ["0.641", "6.022", "0.641"])
        #expect(TimePlacesTests.texts([641_340_452, 641_345_452]) == ["0.641340", "0.641345"])
        #expect(TimePlacesTests.texts([1, 2]) == ["0.000000001", "0.000000002"])
        #expect(TimePlacesTests.texts([.max]) == ["18446744073.709"])
    }
}
