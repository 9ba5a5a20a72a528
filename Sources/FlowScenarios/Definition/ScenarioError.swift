/// The reason why a scenario cannot be run as requested.
public enum ScenarioError: Error, Equatable, CustomStringConvertible {
    case unknownScenario(String, suggestion: String?)
    case unknownVariant(String, scenario: String, choices: [String])
    /// No scenario has this control.
    case unknownControl(String)
    /// This scenario lacks the control, though others have it.
    case controlNotHere(String, scenario: String, choices: [String])
    case badArgument(control: String, argument: String, expected: String)
    case unknownNumber(String, scenario: String, choices: [String])
    case badNumber(name: String, value: String, range: String)

    /// One line: the failure, the value, and the remedy.
    public var description: String {
        switch self {
        case .unknownScenario(let id, let suggestion):
            "no scenario '\(id)'; " + (suggestion.map { "did you mean '\($0)'?" } ?? "'flowviz list' names them")
        case .unknownVariant(let id, let scenario, let choices):
            "\(scenario) has no variant '\(id)'; it has \(Self.list(choices))"
        case .unknownControl(let text): "no control '\(text)'; controls are \(Self.list(ControlName.allCases.map(\.rawValue)))"
        case .controlNotHere(let name, let scenario, let choices):
            "\(scenario) has no control '\(name)'; it has \(Self.list(choices))"
        case .badArgument(let control, let argument, let expected):
            "'\(control):\(argument)' is not valid; \(control) takes \(expected)"
        case .unknownNumber(let name, let scenario, let choices):
            "\(scenario) has no number '\(name)'; it has \(Self.list(choices))"
        case .badNumber(let name, let value, let range): "\(name)=\(value) is not valid; \(name) takes \(range)"
        }
    }

    private static func list(_ choices: [String]) -> String { choices.isEmpty ? "none" : choices.joined(separator: ", ") }
}
