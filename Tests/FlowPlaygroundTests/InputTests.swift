import FlowPlayground
import Testing

@Suite("Sources the user sends through")
struct InputTests {
    @Test func `keys send what is typed, numbers where nothing is`() throws {
        let history = try ChainHistory("keys().map { $0 + \"!\" }", until: 5, sends: [(1, "a"), (2, ""), (3, "")])

        #expect(history.outputs.map(\.description) == ["1 s output a!", "2 s output 2!", "3 s output 3!"])
    }

    @Test func `a subject sends values of its type`() throws {
        let history = try ChainHistory(
            "let taps = PassthroughSubject<Int, Never>()\ntaps.map { $0 * 10 }", until: 5,
            sends: [(1, ""), (2, "7"), (3, "x"), (4, "")])

        #expect(history.outputs.map(\.text) == ["10", "70", "40"])
    }

    @Test func `a name before the value chooses the subject`() throws {
        let text = "let a = PassthroughSubject<Int, Never>(); let b = CurrentValueSubject<Int, Never>(0); a.merge(with: b).sink()"
        let history = try ChainHistory(text, until: 5, sends: [(1, "a=5"), (2, "b=6"), (3, "7")])

        #expect(history.outputs.map(\.text) == ["0", "5", "6", "7", "7"])
    }

    @Test func `what cannot be sent is said`() throws {
        let history = try ChainHistory("let taps = PassthroughSubject<Int, Never>()\ntaps.sink()", until: 1)

        #expect(history.run.emit("x") == "there is no source to send through")
    }
}
