import FlowAnalysis
import FlowScenarios
import FlowScreen
import FlowSystem
import FlowTrace

/// Parses words of the command line, with errors that name the word and the choices.
package enum Arguments {
    /// The scenario and variant, the first of each by default.
    ///
    /// - Parameter word: The scenario's id, optionally followed by a colon and a variant.
    package static func choice(scenario word: String?, variant: String?) throws -> Choice {
        let id = word.flatMap(RunSource.scenario) ?? word
        let named = word.map { String($0.dropFirst(id.map { $0.count + 1 } ?? 0)) } ?? ""
        if let word, let variant, !named.isEmpty {
            throw UsageError("'\(word)' and --variant \(variant) both name a variant; give one")
        }
        do {
            let wanted = try id.map { id throws(ScenarioError) in try Catalogue.scenario(id) } ?? Catalogue.scenarios[0]
            let variant = try Catalogue.variant(named.isEmpty ? variant : named, of: wanted)
            let index = Catalogue.scenarios.firstIndex { $0.id == wanted.id } ?? 0
            return Choice(scenario: index, variant: wanted.variants.firstIndex { $0.id == variant.id } ?? 0)
        } catch {
            throw UsageError(error.description)
        }
    }

    /// `SECONDS:CONTROL`, as `--send` takes it.
    private static func send(_ text: String, of variant: Variant, scenario: String) throws -> (time: TraceTime, control: Control)
    {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let time = seconds(String(parts[0])) else {
            throw UsageError("--send '\(text)' is not valid; it takes SECONDS:CONTROL, for example \"2.5:pause\"")
        }
        let (name, choices) = (parts[1].prefix { $0 != ":" }, variant.controls.map(\.rawValue))
        guard choices.contains(String(name)) else {
            throw UsageError(ScenarioError.controlNotHere(String(name), scenario: scenario, choices: choices).description)
        }
        do {
            return (time, try Control(parsing: String(parts[1])))
        } catch {
            throw UsageError("--send '\(text)': \(error.description)")
        }
    }

    /// The controls of all `--send` options, ordered by time.
    package static func sends(_ texts: [String], of variant: Variant, scenario: String) throws -> [(
        time: TraceTime, control: Control
    )] {
        let sends = try texts.map { try send($0, of: variant, scenario: scenario) }
        if variant.takesWholeNumbers { try checkWholeNumbers(sends.map(\.control), of: texts, scenario: scenario) }
        for send in sends {
            let (name, argument) = (send.control.name.rawValue, send.control.argument)
            // `burst` without an argument is always the control, even if a number has the same name.
            guard !argument.isEmpty, variant.numbers.contains(where: { $0.restarts && $0.name == name }) else { continue }
            throw UsageError(
                "--send '\(send.time):\(send.control)' is not valid; a new \(name) starts anew: use --set \(name)=\(argument)")
        }
        // Controls at the same moment keep their order on the command line.
        return sends.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private static func checkWholeNumbers(_ controls: [Control], of texts: [String], scenario: String) throws {
        for (control, text) in zip(controls, texts) where control.name == .emit && !control.argument.isEmpty {
            guard Int(control.argument) == nil else { continue }
            let error = ScenarioError.badArgument(
                control: control.name.rawValue, argument: control.argument, expected: "a whole number in \(scenario)")
            throw UsageError("--send '\(text)': \(error.description)")
        }
    }

    /// `NAME=VALUE`, as `--set` and other options take it.
    package static func set(_ text: String, as option: String = "--set", of variant: Variant, scenario: String) throws -> (
        name: String, value: Double
    ) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let names = variant.numbers.map(\.name)
        guard parts.count == 2 else {
            throw UsageError("\(option) '\(text)' is not valid; it takes NAME=VALUE, for example \(names.first ?? "size")=2")
        }
        guard let number = variant.numbers.first(where: { $0.name == parts[0] }) else {
            throw UsageError(ScenarioError.unknownNumber(parts[0], scenario: scenario, choices: names).description)
        }
        guard let value = number.value(of: parts[1]) else {
            throw UsageError(ScenarioError.badNumber(name: parts[0], value: parts[1], range: number.expected).description)
        }
        return (parts[0], value)
    }

    /// Seconds from 0 to a million, `nil` for anything else.
    static func seconds(_ text: String) -> TraceTime? {
        guard let value = Double(text), (0...1_000_000).contains(value) else { return nil }
        return TraceTime(seconds: value)
    }

    package static func seconds(_ text: String, of option: String) throws -> TraceTime {
        if let time = seconds(text) { return time }
        throw UsageError("\(option) '\(text)' is not valid; it takes seconds from 0 to 1000000")
    }

    /// `120x36`, `nil` for anything else.
    package static func screenSize(_ text: String) -> Size? {
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" }).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...500).contains(width), (1...200).contains(height)
        else { return nil }
        return Size(width: width, height: height)
    }

    /// Parses the condition of a breakpoint.
    package static func breakpoint(_ text: String) throws -> Breakpoint {
        do {
            return try Breakpoint(parsing: text)
        } catch {
            throw UsageError("--break '\(text)': \(error.description)")
        }
    }
}
