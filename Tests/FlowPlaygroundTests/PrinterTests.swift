import FlowCore
import FlowPlayground
import Testing

@Suite("Printed Swift")
struct PrinterTests {
    private func body(_ text: String) throws -> [String] {
        let sends = [(0.5, ""), (1, nil)].map { (VirtualTime(seconds: $0.0), $0.1) as SwiftPrinter.Send }
        let lines = SwiftPrinter(try Chain(text), sends: sends).function(named: "run").split(separator: "\n")
        return lines.dropFirst(3).dropLast(3).map { String($0.dropFirst(4)) }
    }

    private let end = ".shown(as: \"output\", scheduler, show).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))"
    private let times = [
        "scheduler.advance(to: VirtualTime(nanoseconds: 500000000))",
        "scheduler.advance(to: VirtualTime(nanoseconds: 1000000000))",
    ]

    @Test func `a source is sent through by the name that it has`() throws {
        #expect(
            try body("let taps = PassthroughSubject<Int, Never>()\ntaps.map { $0 + 1 }.sink()") == [
                "let taps = PassthroughSubject<Int, Never>()",
                "subscriptions.append(taps.map { $0 + 1 }" + end,
                times[0], "taps.send(1)", times[1], "taps.send(completion: .finished)",
            ])
    }

    @Test func `a source without a name is given one before the statement it stands in`() throws {
        #expect(
            try body("let typed = 3; let sum = CurrentValueSubject<Int, Never>(typed).merge(with: keys().map { $0.count }); sum")
                == [
                    "let typed = 3; let typed2 = CurrentValueSubject<Int, Never>(typed)",
                    "let typed3 = PassthroughSubject<String, Never>()",
                    "let sum = typed2.merge(with: typed3.map { $0.count }); subscriptions.append(sum" + end,
                    times[0], "typed2.send(1)", "typed3.send(\"1\")",
                    times[1], "typed2.send(completion: .finished)", "typed3.send(completion: .finished)",
                ])
    }

    @Test func `the name of something made of a source is none of the source's`() throws {
        #expect(
            try body("let letters = keys().eraseToAnyPublisher()\nletters.sink()") == [
                "let typed = PassthroughSubject<String, Never>()",
                "let letters = typed.eraseToAnyPublisher()",
                "subscriptions.append(letters" + end,
                times[0], "typed.send(\"1\")", times[1], "typed.send(completion: .finished)",
            ])
    }
}
