/// What can be wrong with a request to run a scenario; each message says what failed, the value, and what to do.
public enum ScenarioError: Error, Equatable, CustomStringConvertible {
    /// No such scenario.
    case unknownScenario(String, suggestion: String?)
    /// The scenario has no such variant.
    case unknownVariant(String, scenario: String, choices: [String])
    /// There is no such control at all.
    case unknownControl(String)
    /// The scenario does not have this control.
    case controlNotHere(String, scenario: String, choices: [String])
    /// The control's argument does not fit.
    case badArgument(control: String, argument: String, expected: String)
    /// The scenario has no such number.
    case unknownNumber(String, scenario: String, choices: [String])
    /// The number's value does not fit.
    case badNumber(name: String, value: String, range: String)

    /// One line.
    public var description: String {
        switch self {
        case .unknownScenario(let id, let suggestion):
            "no scenario '\(id)'; " + (suggestion.map { "did you mean '\($0)'?" } ?? "'flowviz list' names them")
        case .unknownVariant(let id, let scenario, let choices):
            "\(scenario) has no variant '\(id)'; it has \(Self.list(choices))"
        case .unknownControl(let text):
            "no control '\(text)'; controls are \(Self.list(ControlName.allCases.map(\.rawValue)))"
        case .controlNotHere(let name, let scenario, let choices):
            "\(scenario) has no control '\(name)'; it has \(Self.list(choices))"
        case .badArgument(let control, let argument, let expected):
            "'\(control):\(argument)' does not fit; \(control) takes \(expected)"
        case .unknownNumber(let name, let scenario, let choices):
            "\(scenario) has no number '\(name)'; it has \(Self.list(choices))"
        case .badNumber(let name, let value, let range):
            "\(name)=\(value) does not fit; \(name) takes \(range)"
        }
    }

    private static func list(_ choices: [String]) -> String {
        choices.isEmpty ? "none" : choices.joined(separator: ", ")
    }
}
