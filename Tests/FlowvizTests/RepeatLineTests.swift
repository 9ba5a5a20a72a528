import FlowExport
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowApp

@Suite("Repeat line")
struct RepeatLineTests {
    /// Keys, and the seconds between them: `1.5 Space 0.25 . e`.
    @Test(arguments: [
        ("pausable-sink", nil, "2.1 Space 3.3 Space 0.05 Space 1"),
        ("pausable-sink", nil, "1.25 f Space Space Space f 2"),
        ("pausable-sink", nil, "1 Space 1 f Space . . Space f 2 Space 1"),
        ("pausable-sink", nil, "1 f . . . . Space . . . . Space . . f 1"),
        ("pausable-sink", "as-taught", "0.5 Space 1.6 Space 1"),
        ("pace", nil, "0.7 e e E 0.3 < 1 f . . e . e E . > . f 2"),
        ("pace", "tight", "0.5 E 0.5 p > 0.25 E < 0.3 E 2"),
        ("demand-basics", nil, "0.1 d D 1 U 1"),
        ("demand-sink", nil, "0.4 e d E D f . e . d . f 1 k"),
        ("step", nil, "1 m 1 M 1 b 1 f m . . m . M . f 1 x"),
        ("dispatch-timer", "no-demand", "1.2 d 3 U 2 x 1"),
    ])
    func `the printed line gives the same events`(scenario: String, variant: String?, keys: String) throws {
        var app = try AppFixture(scenario, variant)
        for word in keys.split(separator: " ").map(String.init) {
            if let seconds = Double(word) { app.pass(seconds) } else { app.press(KeyName.key(word)!) }
        }
        let model = app.session.streams[app.session.streams.count - 1].model
        let seen = model.log.entries.map { JSONLines.line(for: $0, in: model) }

        let line = try #require(app.session.repeatLine)
        let words = line.replacing("\"", with: "").split(separator: " ").map(String.init)
        let repeated = try Program.run(Array(words.dropFirst()) + ["--format", "jsonl"])

        #expect(repeated.status == .exited(0) && repeated.errors == "")
        let lines = repeated.output.split(separator: "\n").map(String.init)
        #expect(seen.count > 5)
        #expect(Array(lines.prefix(seen.count)) == seen)
    }
}
