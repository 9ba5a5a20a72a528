import FlowAnalysis
import FlowPlayground
import FlowText
import Testing

@Suite("Faults of a running chain")
struct FaultTests {
    private func stop(_ text: String, until seconds: Double? = 10, limits: RunLimits = RunLimits()) throws -> (
        problem: String?, output: [String]
    ) {
        let history = try ChainHistory(text, until: seconds, limits: limits)
        return (history.run.problem?.lines(in: SourceText(text)).first, history.outputs.map(\.description))
    }

    @Test(arguments: [
        ("(1...5).publisher.map { 10 / ($0 - 3) }", "1:28: error: division by zero: 10 / 0", ["-5", "-10"]),
        ("[1, 0].publisher.map { 7 % $0 }", "1:26: error: division by zero: 7 % 0", ["0"]),
        (
            "[1, 2].publisher.map { $0 + 9223372036854775806 }",
            "1:27: error: overflow: 2 + 9223372036854775806 does not fit in an Int", ["9223372036854775807"]
        ),
        ("[0, 1].publisher.map { [5][$0] }", "1:27: error: index out of range: [1] of 1 element", ["5"]),
        ("[1, -1].publisher.map { (0...$0).contains(0) }", "1:27: error: a range cannot end before it begins: 0...-1", ["true"]),
        (
            "[1, 2].publisher.map { abs($0 == 2 ? -9223372036854775808 : 3) }",
            "1:24: error: overflow: abs(-9223372036854775808)", ["3"]
        ),
        ("[1.5, 1e300].publisher.map { Int($0) }", "1:30: error: 1e+300 does not fit in an Int", ["1"]),
        (
            "[2, 0].publisher.flatMap { (1...2).publisher.collect($0) }", "1:54: error: 'count' must be from 1 to 1000000, got 0",
            ["[1, 2]"]
        ),
        (
            "[1, 0].publisher.flatMap { Just($0).delay(for: .seconds(0)).debounce(for: .milliseconds($0)) }",
            "1:75: error: 'dueTime' must be at least 0.0001 seconds, got 0 s", []
        ),
        (
            "[\"a|\", \"?\"].publisher.flatMap { marbles($0) }",
            "1:41: error: marbles, column 1: '?' has no meaning; there are letters, digits, -, |, #, ( and )", []
        ),
    ]) func `what Swift would trap on stops the run at its place`(text: String, problem: String, values: [String]) throws {
        let (found, output) = try stop(text)

        #expect(found == problem)
        #expect(output == values.map { "0 s output \($0)" })
    }

    @Test(arguments: [
        ".catch { _ in Just(7) }", ".replaceError(with: 7)", ".retry(3)", ".tryCatch { _ in Just(7) }",
        ".mapError { _ in FlowError(\"x\") }",
        ".replaceEmpty(with: 7)", ".collect().map { $0.count }", ".count()", ".last()",
    ]) func `no operator takes a fault for an error of the stream, or for its end`(suffix: String) throws {
        for (operation, column) in [
            ("map { 1 / ($0 - 1) }", 23), ("tryMap { 1 / ($0 - 1) }", 26), ("filter { 1 / ($0 - 1) == 0 }", 26),
        ] {
            let (problem, output) = try stop("[1].publisher.\(operation)\(suffix).sink()")

            #expect(problem == "1:\(column): error: division by zero: 1 / 0", "\(operation)")
            #expect(output == [], "\(operation)")
        }
    }

    @Test(arguments: [
        ("[1, 2, 3].publisher.map { 10 / ($0 - 2) }.sink()", "2", "map"),
        ("(1...5).publisher.map { $0 * 2 }.filter { 8 / ($0 - 4) > -9 }.map { $0 }.sink()", "4", "filter"),
        ("[1, 2].publisher.flatMap { [10 / ($0 - 2)].publisher }.sink()", "2", "flatMap"),
        ("[1, 2].publisher.flatMap { (0...$0).publisher.map { 6 / (1 - $0) } }.sink()", "1", "map"),
        ("[3, 2].publisher.tryMap { 10 / ($0 - 2) }.collect().sink()", "2", "tryMap"),
        ("[3, 2].publisher.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).map { 1 / ($0 - 2) }.sink()", "2", "map"),
        ("[3, 2, 1].publisher.scan(0) { 1 / ($1 - 2) }.sink()", "2", "scan"),
    ]) func `the value that could not be worked on is lost with an error, and no rule is broken`(
        text: String, value: String, stage: String
    ) throws {
        let history = try ChainHistory(text, until: 10)
        let log = history.model.log
        let stream = StreamAnalysis(history.model)

        let drops = log.entries.filter { $0.kind == .dropped }
        #expect(drops.map { log.value(of: $0)?.description } == [value])
        #expect(drops.map(\.event.dropReason) == [.error])
        #expect(drops.compactMap { log.edge($0.edge)?.upstream.flatMap { log.node($0)?.name } } == [stage])
        #expect(stream.violations(upTo: .max).isEmpty)
        for node in log.nodes {
            for line in stream.ledger(of: node.id, at: log.count) {
                #expect(line.residue == 0, "\(node.name): \(line)")
            }
        }
        let note = "The run stops: \(try #require(history.run.problem).message)."
        #expect(log.entries.filter { $0.kind == .note }.map { log.value(of: $0)?.description } == [note])
        #expect(CaptionWriter.caption(of: history.model, at: history.model.end)?.text.hasPrefix(note) == true)
    }

    @Test func `other chains of the program end with it`() throws {
        let (problem, output) = try stop("interval(.seconds(1)).sink()\ninterval(.seconds(2)).map { 1 / ($0 - 2) }.sink()")

        #expect(problem == "2:31: error: division by zero: 1 / 0")
        #expect(output == ["1 s output 1", "2 s output 2", "2 s output 2 -1", "3 s output 3", "4 s output 4"])
    }

    @Test(arguments: [
        (
            "(1...1000000).publisher.map { $0 }.sink()",
            "1:15: error: more than 20000 signals in one moment; use fewer values, or let time pass"
        ),
        (
            "Fail<Int, FlowError>(error: FlowError(\"x\")).retry(1000000).sink()",
            "1:1: error: more than 10000 subscriptions; use fewer values"
        ),
        (
            "(1...50).publisher.scan(\"ab\") { a, b in a + a }.sink()",
            "1:43: error: a text of 131072 bytes is too long: the limit is 100000"
        ),
        (
            "(1...50).publisher.scan([1, 2]) { a, b in a + a }.sink()",
            "1:45: error: an array of 131072 elements is too long: the limit is 100000"
        ),
        (
            "Just(1).sink(); (1...1000000).forEach { print($0) }",
            "1:31: error: more than 200000 elements in one moment; use fewer, or let time pass"
        ),
    ]) func `what goes beyond a limit stops with a word about it`(text: String, problem: String) throws {
        #expect(try stop(text).problem == problem)
    }

    @Test func `memory that is held is bounded`() throws {
        var limits = RunLimits()
        limits.memory = 1 << 20
        let text =
            "(1...1000).publisher.scan(\"0123456789\") { a, b in a + \"0123456789\" }.buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()"

        #expect(try stop(text, limits: limits).problem == "1:53: error: more than 1 MiB are held")
    }

    @Test(arguments: [
        "[$0, $0, $0, $0, $0, $0]", "($0, $0, $0, $0, $0, $0)", "(($0, 1), ($0, 2), ($0, 3), ($0, 4), ($0, 5))",
    ]) func `many small values that are held are memory too`(value: String) throws {
        var limits = RunLimits()
        limits.memory = 100_000
        let end = ".buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()"

        let (problem, _) = try stop("(1...1000).publisher.map { \(value) }\(end)", limits: limits)

        #expect(problem == "1:28: error: more than 0 MiB are held")
    }

    @Test func `memory that is let go is not counted`() throws {
        var limits = RunLimits()
        limits.memory = 1 << 20
        let text = "(1...1000).publisher.scan(\"0123456789\") { a, b in a + \"0123456789\" }.last().map { $0.count }.sink()"

        let (problem, output) = try stop(text, limits: limits)

        #expect(problem == nil)
        #expect(output == ["0 s output 10010", "0 s output finished"])
    }

    @Test func `a zip waits for an upstream that subscribes later`() throws {
        let text = "[1, 2].publisher.subscribe(on: DispatchQueue.main).zip([\"a\", \"b\"].publisher).map { $1 }.sink()"

        let (problem, output) = try stop(text)

        #expect(problem == nil)
        #expect(output == ["0 s output a", "0 s output b", "0 s output finished"])
    }

    @Test(arguments: [
        ("[1, 2].publisher", ["0 s output 1", "1 s output 2", "1 s output finished"]),
        ("Empty<Int, Never>()", ["0 s output 7", "0 s output finished"]),
        ("marbles(\"|\").map { $0.count }", ["0 s output 7", "0 s output finished"]),
        ("Fail<Int, FlowError>(error: FlowError(\"x\"))", ["0 s output 9", "0 s output finished"]),
    ]) func `what stands in for no value requests no more than is asked of it`(source: String, expected: [String]) throws {
        let (problem, output) = try stop("\(source).replaceEmpty(with: 7).replaceError(with: 9).pace(.seconds(1)).sink()")

        #expect(problem == nil)
        #expect(output == expected)
    }
}
