import FlowScreen
import Testing

@Suite("Names that are cut")
struct NameCutTests {
    @Test(arguments: [
        ("buffer", "buffer"), ("AsyncThrowingStream", "AsyncThrowi…"), ("AsyncThrowingStream:97", "AsyncThr…:97"),
        ("for await:1110 #2", "for…:1110 #2"), ("combineLatest requests", "com…requests"), (":8", ":8"),
        ("sink of https://shop", "sink of htt…"), ("map:1234567890123", "map:1234567…"), ("漢字漢字漢字漢:8", "漢字漢字…:8"),
    ])
    func `a cut name keeps its line or its last word, if they fit`(name: String, fitted: String) {
        #expect(NameCut.name(name, to: 12, mark: "…") == fitted)
    }

    @Test(arguments: [
        ("dropping at AsyncStream:89", "dropping at Asy…:89"), ("held back by for await:89 #2", "held back by…:89 #2"),
        ("held back by for await", "held back by for a…"), ("unread AsyncStream", "unread AsyncStream"),
        ("AsyncStream:89 asks too early", "AsyncStream:89 ask…"),
    ])
    func `a cut sentence keeps the line of the stage that it ends with`(text: String, fitted: String) {
        #expect(NameCut.sentence(text, to: 19, mark: "…") == fitted)
    }

    @Test func `names share their room, and the longest are cut first`() {
        #expect(NameCut.names(["yield", "AsyncThrowingStream:26"], room: 15, mark: "…") == ["yield", "AsyncT…:26"])
        #expect(NameCut.names(["yield:184", "for await:89"], room: 15, mark: "…") == ["yi…:184", "for…:89"])
        #expect(NameCut.names(["yield", "map"], room: 8, mark: "…") == ["yield", "map"])
        #expect(NameCut.name("", to: 0, mark: "…") == "")
    }

    @Test func `no cut text is wider than its room`() {
        for text in ["", "a", "throttle latest", "for await:89 #2", "漢字漢字:7", "漢字 漢字", "a:1", " :1"] {
            for width in 0...20 {
                #expect(TextWidth.width(of: NameCut.name(text, to: width, mark: "…")) <= width, "\(text) in \(width)")
                #expect(TextWidth.width(of: NameCut.sentence(text, to: width, mark: "…")) <= width, "\(text) in \(width)")
            }
        }
    }

    @Test func `an address keeps its port, and the word after it if there is room`() {
        let cuts = [24, 20, 16, 15, 10].map { NameCut.name("127.0.0.1:35820 outbound", to: $0, mark: "…") }
        #expect(
            cuts == ["127.0.0.1:35820 outbound", "127.…:35820 outbound", "127.0.0.1:35820", "127.0.0.1:35820", "127…:35820"])
    }
}
