import FlowCore
import FlowPlayground
import FlowScenarios
import FlowTrace

/// A typed chain as a scenario, so that it can be shown, recorded and judged like one.
package struct ChainScenario: Equatable {
    package let chain: Chain
    /// A file's name, or `chain`.
    package let name: String
    package let scenario: Scenario

    /// - Parameter title: Its subject in a few words.
    package init(_ chain: Chain, name: String, title: String) {
        self.chain = chain
        self.name = name
        scenario = Scenario(
            id: name, title: title, group: .combine, explanation: "", tryThis: { _ in "" },
            variants: [ChainScenario.variant(of: chain, name)])
    }

    package static func == (lhs: ChainScenario, rhs: ChainScenario) -> Bool {
        lhs.chain.source == rhs.chain.source && lhs.name == rhs.name
    }

    private static func variant(of chain: Chain, _ name: String) -> Variant {
        let shape = shape(of: chain)
        return Variant(
            id: "typed", point: "as typed", isEndless: chain.isEndless, lanes: chain.lanes,
            cell: chain.marbleUnit ?? .milliseconds(100),
            chain: { _ in shape },
            code: chain.source.text, controls: controls(of: chain), numbers: chain.numbers.map(ScenarioNumber.init),
            build: { build(chain, name, on: $0) })
    }

    /// The maximum number of stages in the chain row; more fit on no screen.
    private static let mostStages = 64

    /// The maximum number of characters of a stage's arguments in the row.
    private static let mostCharacters = 120

    /// The stages with the names of their lanes, without the stages in closures.
    private static func shape(of chain: Chain) -> ChainShape {
        let shown = chain.stages.indices.filter { !chain.stages[$0].isInner }.prefix(mostStages)
        let index = Dictionary(uniqueKeysWithValues: zip(shown, 0...))
        let stages = shown.map { chain.stages[$0] }
        return ChainShape(
            stages.map { .stage($0.label, detail: detail(of: $0)) }, inputs: stages.map { $0.inputs.compactMap { index[$0] } })
    }

    /// The arguments of a stage. For a stage that joins streams they are omitted: its inputs are drawn before it.
    private static func detail(of stage: ChainStage) -> String {
        guard stage.inputs.count < 2 else { return "" }
        let words = stage.argumentText(upTo: mostCharacters)
        return stage.isSink && stage.operation != .sink ? "\(stage.name) \(words)" : words
    }

    private static func build(_ chain: Chain, _ name: String, on context: ScenarioContext) {
        let changed: Chain
        do {
            changed = try chain.with(context.numbers.values)
        } catch {
            return context.stop(because: ChainFailure(error, in: chain.source, name: name, isUsage: true))
        }
        let run = ChainRun(changed, scheduler: context.scheduler, recorder: context.recorder) { [unowned context] problem in
            context.stop(because: ChainFailure(problem, in: changed.source, name: name, isUsage: false))
        }
        context.retain(run)
        context.at(.zero) { run.start() }
        for name in controls(of: chain) { context.on(name) { run.perform($0) } }
    }

    private static func controls(of chain: Chain) -> [ControlName] {
        (chain.takesInput ? [.emit, .burst, .finish] : []) + (chain.canPause ? [.pause, .resume] : [])
    }
}

extension ChainScenario {
    /// Parses a chain.
    ///
    /// - Throws: ``ChainFailure`` with the errors of the text.
    package static func typed(_ text: String, name: String) throws(ChainFailure) -> ChainScenario {
        do throws(Problem) {
            let chain = try Chain(text)
            return ChainScenario(chain, name: name, title: chain.source.title)
        } catch {
            throw ChainFailure(error, in: SourceText(text), name: name, isUsage: true)
        }
    }

    /// The chain's source with other numbers.
    package func text(_ numbers: Numbers) -> String {
        do throws(Problem) {
            return try chain.with(numbers.values).source.text
        } catch {
            // A number that does not fit has stopped the run with a message already.
            return chain.source.text
        }
    }

    /// The reason why the chain cannot run with other numbers, `nil` if it can.
    package func problem(_ numbers: Numbers) -> String? {
        do throws(Problem) {
            _ = try chain.with(numbers.values)
            return nil
        } catch {
            return error.message
        }
    }

    /// The chain in one row: its first comment if it begins with one.
    package func headline(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { String($0.drop { $0 == " " || $0 == "\t" }) }
        guard let first = lines.first, !first.hasPrefix("//") else { return chain.source.title }
        return lines.dropFirst().reduce(first) { $1.hasPrefix(".") ? $0 + $1 : "\($0); \($1)" }
    }

    /// The chains included in the program.
    package static let library: [ChainScenario] = LibraryChain.all.compactMap { try? typed($0.text, name: $0.name) }
}

extension ScenarioNumber {
    /// A number of a chain. Each change restarts the chain.
    init(_ number: ChainNumber) {
        switch number.unit {
        case .count:
            self.init(
                name: number.name, initial: number.value, steps: [0, 1, 2, 3, 5, 8, 10, 20, 50, 100, 1000], range: 0...1_000_000,
                isWhole: number.value == number.value.rounded())
        case .seconds:
            self.init(
                name: number.name, initial: number.value, steps: [0.05, 0.1, 0.2, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 10],
                range: 0...1_000_000, unit: " s")
        case .parts(let unit):
            self.init(
                name: number.name, initial: number.value, steps: [1, 10, 50, 100, 200, 250, 500, 1000, 1500, 2000, 5000],
                range: 0...1e15, unit: " \(unit)", isWhole: true)
        }
    }
}

extension ChainRun {
    /// Performs a control.
    ///
    /// - Returns: The message to the user, `nil` if there is none.
    package func perform(_ control: Control) -> ControlAnswer? {
        switch control.name {
        case .emit: emit(control.argument)
        case .burst: (1...5).compactMap { _ in emit("") }.first
        case .finish: finish()
        case .pause: pause()
        case .resume: resume()
        // A typed chain has no other controls.
        case .request, .unlimited, .cancel, .more, .twice, .old, .interval, .size: nil
        }
    }
}
