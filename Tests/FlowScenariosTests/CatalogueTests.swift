import FlowExport
import FlowScenarios
import FlowTrace
import Testing

@Suite("Catalogue")
struct CatalogueTests {
    /// One variant of one scenario, for tests over all of them.
    struct Case: CustomTestStringConvertible, Sendable {
        let scenario: Scenario
        let variant: Variant

        var testDescription: String { "\(scenario.id) \(variant.id)" }

        static let all = Catalogue.scenarios.flatMap { scenario in scenario.variants.map { Case(scenario: scenario, variant: $0) }
        }
    }

    @Test func `the scenarios stand in the order of the keys`() {
        #expect(
            Catalogue.scenarios.map(\.id) == [
                "pace", "pausable-sink", "demand-basics", "batch-demand", "demand-sink", "dispatch-timer", "share-replay",
                "overflow",
                "step", "subscribers", "unwrap", "rate-limiters", "across-threads", "async-stream", "async-channel",
                "async-buffer",
                "watermarks", "async-rate", "task-group",
            ])
    }

    @Test func `the groups are those of the picker`() {
        func numbers(_ group: Scenario.Group) -> [Int] {
            Catalogue.scenarios.indices.filter { Catalogue.scenarios[$0].group == group }.map { $0 + 1 }
        }

        #expect(
            Scenario.Group.allCases.map(numbers) == [
                [2, 3, 4, 6, 9, 10], [1, 8, 13], [5, 12], [7, 11], [14, 15, 16, 17, 18, 19],
            ])
    }

    @Test(arguments: Case.all)
    func `the same run twice gives the same bytes`(test: Case) throws {
        func bytes() throws -> [String] {
            let history = try History(test.scenario.id, test.variant.id, until: 20)
            return history.model.log.entries.map { JSONLines.line(for: $0, in: history.model) }
        }

        let first = try bytes()
        #expect(!first.isEmpty)
        #expect(try bytes() == first)
    }

    @Test(arguments: Case.all)
    func `a run that ends leaves no work behind, an endless one does not end`(test: Case) throws {
        let history = try History(test.scenario.id, test.variant.id, until: 20)

        #expect((history.run.nextDeadline == nil) == !test.variant.isEndless)
    }

    @Test(arguments: Case.all)
    func `every lane has a place where it is recorded`(test: Case) throws {
        let history = try History(test.scenario.id, test.variant.id, until: 20)

        let labels = Set(history.model.log.edges.map(\.label))
        #expect(test.variant.lanes.map(\.label).filter { !labels.contains($0) } == [])
        #expect(history.model.lanes.indices.allSatisfy { history.model.node(ofLane: $0) != nil })
    }

    /// Some things only happen when the user does something.
    @Test(arguments: Case.all)
    func `every remark fits an event of the run`(test: Case) throws {
        let helpful = [(1.0, Control(.pause)), (18.0, Control(.request)), (19.0, Control(.more))]
        let controls = helpful.filter { test.variant.controls.contains($0.1.name) }
        let history = try History(test.scenario.id, test.variant.id, until: 20, controls: controls)

        for remark in test.variant.remarks {
            let lines = history.lines(of: [remark.lane], kinds: [remark.kind])
            let fits = lines.contains { line in remark.value.map { line.contains("\(remark.kind.name) \($0)") } ?? true }
            #expect(fits, "no event for: \(remark.text)")
        }
    }

    /// Some numbers only show once a stream is held up, or its buffer is full.
    @Test(arguments: Case.all)
    func `every number of a variant changes its run, and its chain says so`(test: Case) throws {
        let controls = test.variant.controls.contains(.pause) ? [(1.0, Control(.pause))] : []
        for number in test.variant.numbers {
            var initial = Numbers(test.variant)
            if number.name != "size", initial.values["size"] != nil { initial["size"] = 1 }
            let own = try History(test.scenario.id, test.variant.id, until: 20, numbers: initial, controls: controls).whole
            let changed = try number.steps.filter { $0 != number.initial }.map { value in
                var numbers = initial
                numbers[number.name] = value
                let history = try History(test.scenario.id, test.variant.id, until: 20, numbers: numbers, controls: controls)
                #expect(test.variant.chain(numbers) != test.variant.chain(initial), "\(number.name)")
                #expect(history.run.settings.contains("\(number.name)=\(number.word(value))"))
                return history.whole
            }
            #expect(changed.contains { $0 != own }, "\(number.name)")
        }
    }

    @Test(arguments: Case.all)
    func `every number takes its own steps and words`(test: Case) {
        for number in test.variant.numbers {
            #expect(number.steps.allSatisfy { number.value(of: number.word($0)) == $0 }, "\(number.name)")
            #expect(number.value(of: number.word(number.initial)) == number.initial)
            #expect(number.value(of: "x") == nil && number.value(of: "") == nil && number.value(of: "-1") == nil)
        }
    }

    @Test(arguments: Case.all)
    func `a control that a variant lacks is refused by name`(test: Case) throws {
        let run = ScenarioRun(test.scenario, variant: test.variant)
        let missing = try #require(ControlName.allCases.first { !test.variant.controls.contains($0) })

        #expect(
            throws: ScenarioError.controlNotHere(
                missing.rawValue, scenario: test.scenario.id, choices: test.variant.controls.map(\.rawValue))
        ) { try run.send(Control(missing)) }
        #expect(run.pressed.isEmpty)
    }

    @Test(arguments: Case.all)
    func `letting a run go lets its chain go`(test: Case) {
        weak var recorder: Recorder?
        do {
            let run = ScenarioRun(test.scenario, variant: test.variant)
            recorder = run.recorder
            run.advance(to: TraceTime(seconds: 2.5))
        }

        #expect(recorder == nil)
    }

    @Test func `errors name the value and the choices`() throws {
        func message(_ body: () throws -> Void) -> String {
            do { try body() } catch { return "\(error)" }
            return "no error"
        }
        let scenario = try Catalogue.scenario("demand-basics")
        let run = ScenarioRun(scenario, variant: scenario.variants[0])

        #expect(message { _ = try Catalogue.scenario("unwarp") } == "no scenario 'unwarp'; did you mean 'unwrap'?")
        #expect(
            message { _ = try Catalogue.variant("fast", of: scenario) }
                == "demand-basics has no variant 'fast'; it has three-of-four")
        #expect(message { try run.send(Control(.pause)) } == "demand-basics has no control 'pause'; it has request, unlimited")
        #expect(
            message { _ = try Control(parsing: "stop") }
                == "no control 'stop'; controls are pause, resume, request, unlimited, emit, burst, finish, cancel, more, twice, "
                + "old, interval, size")
        #expect(
            message { _ = try Control(parsing: "request:0") }
                == "'request:0' is not valid; request takes a count from 1 to 1000000")
    }
}
