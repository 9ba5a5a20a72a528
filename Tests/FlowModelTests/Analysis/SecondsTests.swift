import FlowAnalysis
import FlowText
import Testing
import FlowVerdict

@Suite("Seconds")
struct SecondsTests {
    @Test(
        arguments: [
            (0, "0.00"), (5_300_000_000, "5.30"), (8_001_000_000, "8.001"), (10_000_000_000, "10.00"), (1_999_600_000, "2.00"),
            (UInt64.max, "18446744073.71"),
        ] as [(UInt64, String)])
    func `times have two decimals, three where needed`(nanoseconds: UInt64, text: String) {
        #expect(Seconds.text(nanoseconds: nanoseconds) == text)
    }

    @Test(arguments: [(0, "0 s"), (700_000_000, "0.70 s"), (350_000, "0.350 ms"), (20, "0.001 ms")] as [(UInt64, String)])
    func `durations have their unit`(nanoseconds: UInt64, text: String) {
        #expect(Seconds.duration(nanoseconds: nanoseconds) == text)
    }

    @Test(arguments: [(0, "0/s"), (0.9375, "0.94/s"), (0.78125, "0.78/s"), (4, "4.0/s"), (0.999, "1.0/s"), (250.4, "250/s")])
    func `rates have as many digits as they need`(rate: Double, text: String) {
        #expect(Seconds.rate(rate) == text)
    }
}
