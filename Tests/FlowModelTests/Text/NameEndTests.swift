import FlowText
import Testing

@Suite("Names that are cut")
struct NameEndTests {
    @Test(arguments: [
        ("buffer", "buffer"), ("AsyncThrowingStream", "AsyncThrowi…"), ("AsyncThrowingStream:97", "AsyncThr…:97"),
        ("for await:1110 #2", "for…:1110 #2"), ("combineLatest requests", "com…requests"), (":8", ":8"),
        ("sink of https://shop", "sink of htt…"), ("map:1234567890123", "map:1234567…"),
    ])
    func `a cut name keeps its line or its last word, if they fit`(name: String, fitted: String) {
        #expect(NameEnd.fitted(name, to: 12) == fitted)
    }
}
