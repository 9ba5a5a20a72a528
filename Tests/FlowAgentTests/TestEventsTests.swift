import FlowTestSupport
import Foundation
import Testing

@testable import FlowAgent

/// The file of events that Swift Testing writes while the tests run.
@Suite("Events of Swift Testing")
struct TestEventsTests {
    private static func event(_ kind: String, _ id: String, _ symbol: String, _ text: String = "") -> String {
        #"{"kind":"event","payload":{"instant":{"absolute":1.5},"kind":"\#(kind)","messages":[{"symbol":"\#(symbol)","#
            + #""text":"\#(text)"}],"testID":"\#(id)"},"version":"6.3.0"}"# + "\n"
    }

    @Test func `the ends of tests are read as the file grows, and nothing else is`() throws {
        let folder = try TemporaryFolder()
        var (text, events) = ("", TestEvents(of: folder.path("a")))
        func append(_ more: String) throws {
            text += more
            try Data(text.utf8).write(to: URL(filePath: folder.path("a")))
        }
        #expect(events.next() == [])
        let passed = TestEventsTests.event("testEnded", #"A.one()\/A.swift:1:2"#, "pass")
        try append(TestEventsTests.event("testStarted", #"A.one()\/A.swift:1:2"#, "default") + passed.prefix(40))
        #expect(events.next() == [])
        try append(String(passed.dropFirst(40)))
        #expect(events.next() == [.init(test: "A.one()/A.swift:1:2", outcome: .passed)])
        try append(TestEventsTests.event("issueRecorded", "A.two()", "fail", #"\"kind\":\"testEnded\""#))
        #expect(events.next() == [])
        try append(TestEventsTests.event("testEnded", "A.two()", "fail", #"\"testID\":\"A.one()\""#))
        try append(TestEventsTests.event("testEnded", "A.known()", "passWithKnownIssue", #"\"symbol\":\"fail\""#))
        try append(TestEventsTests.event("testSkipped", #"A.`say \"hi\" \\ \n\u0007`()"#, "skip"))
        #expect(
            events.next() == [
                .init(test: "A.two()", outcome: .failed), .init(test: "A.known()", outcome: .passed),
                .init(test: "A.`say \"hi\" \\ \n\u{7}`()", outcome: .skipped),
            ])
        #expect(events.next() == [])
    }

    @Test func `a line without an end, or of any length, ends no test`() throws {
        let folder = try TemporaryFolder()
        let lines = [
            "", "{}", #""kind":"testEnded""#, #""kind":"testEnded","testID":"open"#, #""kind":"testEnded","testID":"\"#,
            #""kind":"testEnded","testID":"\uZZ""#, String(repeating: "x", count: 200_000),
        ]
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: folder.path("a")))
        var events = TestEvents(of: folder.path("a"))

        #expect(events.next() == [])
    }
}
