import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

@Suite("Marbles")
struct MarblesTests {
    private typealias Output = RecordingSubscriber<String, FlowError>

    private func subscribe(
        _ picture: String, demand: Subscribers.Demand = .unlimited
    ) throws -> (scheduler: VirtualTimeScheduler, output: Output) {
        let scheduler = VirtualTimeScheduler()
        let output = Output(on: scheduler, demand: demand)
        let marbles = Publishers.Marbles(
            try MarbleScript(picture), unit: .milliseconds(250), scheduler: scheduler, failure: FlowError("lost"))
        marbles.subscribe(output)
        return (scheduler, output)
    }

    @Test func `each letter comes in its turn, and the end after the last`() throws {
        let (scheduler, output) = try subscribe("A-BC|")

        scheduler.run()

        #expect(
            output.history == [
                .at(0, .subscribed), .at(0, .requested(.unlimited)), .at(0, .value("A")), .at(0.5, .value("B")),
                .at(0.75, .value("C")), .at(1, .completion(.finished)),
            ])
    }

    @Test func `what stands in parentheses comes in one moment and takes one unit`() throws {
        let (scheduler, output) = try subscribe("(ab)-c(d#)")

        scheduler.run()

        #expect(
            output.history.dropFirst(2) == [
                .at(0, .value("a")), .at(0, .value("b")), .at(0.5, .value("c")), .at(0.75, .value("d")),
                .at(0.75, .completion(.failure(FlowError("lost")))),
            ])
    }

    @Test func `what nobody has asked for is lost, but the end comes`() throws {
        let (scheduler, output) = try subscribe("abc|", demand: .max(1))

        scheduler.run()

        #expect(
            output.history.dropFirst(2) == [.at(0, .value("a")), .at(0.75, .completion(.finished))])
    }

    @Test func `after a cancel nothing comes, and nothing is left to do`() throws {
        let (scheduler, output) = try subscribe("abc|")
        scheduler.advance(to: VirtualTime(seconds: 0.25))

        output.cancel()

        #expect(scheduler.nextDeadline == nil)
        #expect(
            output.history.dropFirst(2) == [.at(0, .value("a")), .at(0.25, .value("b")), .at(0.25, .cancelled)])
    }

    @Test func `each subscriber's time begins when it subscribes`() throws {
        let scheduler = VirtualTimeScheduler()
        let marbles = Publishers.marbles("ab|", scheduler: scheduler)
        var seen: [String] = []
        scheduler.advance(to: VirtualTime(seconds: 1))
        let subscription = marbles.sink { seen.append("\(scheduler.now) \($0)") }

        scheduler.run()

        #expect(seen == ["1 s a", "1.25 s b"])
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: [
        ("a?", "marbles, column 2: '?' has no meaning; there are letters, digits, -, |, #, ( and )"),
        ("a|b", "marbles, column 3: nothing can follow the end, but 'b' does"), ("(a", "marbles, column 1: '(' without ')'"),
        ("a)", "marbles, column 2: ')' without '('"), ("(a(b))", "marbles, column 3: '(' within '(…)'"),
        ("(a-)", "marbles, column 3: '-' within '(…)', which is one moment"),
    ]) func `what cannot be read is named with its column`(picture: String, message: String) {
        #expect(throws: MarbleError.self) { try MarbleScript(picture) }
        do throws(MarbleError) {
            _ = try MarbleScript(picture)
        } catch {
            #expect(error.description == message)
        }
    }
}
