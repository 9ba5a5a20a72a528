import Testing

@testable import FlowSessions

@Suite("Traced programs")
struct TracedProcessTests {
    @Test(
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min 0 s"), (3_725, "1 h 2 min"), (86_400, "1 d 0 h"),
            (12 * 86_400 + 7_199, "12 d 1 h"),
        ] as [(UInt64, String)]) func `an age has its two largest units`(seconds: UInt64, text: String)
    {
        #expect(TracedProcess.text(ofAge: seconds * 1_000_000_000) == text)
    }
}
