import FlowTrace
import Foundation
import Testing

@Suite("StreamState")
struct StreamStateTests {
    @Test(
        arguments: [
            ("paused", .paused), ("resumed", .resumed), ("processing", .working()), ("busy", .working(.busy)),
            ("working", .working(.working)), ("processed", .idle), ("finished", .finished),
            ("stepping, handler #12", .handler("#12")),
            ("stepping", .custom("stepping")), ("Paused", .custom("Paused")), ("paused ", .custom("paused ")), ("", .custom("")),
            ("stepping, handler ", .handler("")), ("text = \"A\"", .custom("text = \"A\"")),
        ] as [(String, StreamState)])
    func `a text is read as a state, and written as it was`(text: String, state: StreamState) {
        #expect(StreamState(text) == state)
        #expect(state.description == text)
    }

    @Test func `only the three words for work mean work`() {
        let texts = ["processing", "busy", "working", "processed", "paused", "busy now", "handler #1"]

        #expect(texts.filter { StreamState($0).isWork } == ["processing", "busy", "working"])
    }

    @Test func `a handler is found in a state of other words too`() {
        #expect(
            ["stepping, handler #1", "asks, handler #2", "handler", "dead"].map { StreamState($0).handler } == [
                "#1", "#2", nil, nil,
            ])
    }

    @Test func `a text is divided into facts`() {
        let facts = ["stepping, handler #1", "text  =  \"A\"  B", "dead", ""].map { text in
            StreamState(text).facts.map { "\($0.kind)|\($0.value)" }
        }

        #expect(facts == [["state|stepping", "handler|#1"], ["text|\"A\" B"], ["state|dead"], []])
    }

    @Test func `what a recorder is told is read back from its log`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        recorder.record(state: .paused, on: edge)
        recorder.record(.value, on: edge, value: .string("paused"))
        recorder.record(state: .custom("text = \"A\""), on: edge)

        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.map(log.state(of:)) == [.paused, nil, .custom("text = \"A\"")])
    }

    @Test func `no other file compares the words of a state, or writes one as text`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.appending(path: "Sources")
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        let comparison =
            #/(?:[=!]=|~=|\bcase|hasPrefix\(|contains\(|\.string\(|state:) *"(?:paused|resumed|process|busy|working|stepping|handler)/#

        let offenders = try names.filter { $0.hasSuffix(".swift") && $0 != "FlowTrace/StreamState.swift" }.filter { name in
            try String(contentsOf: sources.appending(path: name), encoding: .utf8).contains(comparison)
        }

        #expect(names.contains("FlowTrace/StreamState.swift") && offenders == [])
    }
}
