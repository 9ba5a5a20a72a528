import ArgumentParser
import FlowScreen
import FlowTerminal
import FlowViews
import LibC

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Says what this terminal can do, and what flowviz will use.")

    func run() throws {
        let hasColour = Environment.allowsColour
        let found = TerminalCapabilities.probe(environment: Environment.variables, options: TerminalOptions(colour: hasColour))
        let output = StandardOutput()
        output.line("input      \(found.readsTerminal ? "a terminal" : "not a terminal")")
        output.line("output     \(found.writesTerminal ? "a terminal" : "not a terminal")")
        output.line("TERM       \(found.term.map { $0 + (found.isKnown ? "" : ", unknown to this system") } ?? "not set")")
        output.line("size       \(size(found.size))")
        output.line(
            "colours    \(found.colours)\(hasColour ? "" : ", NO_COLOR is set"); uses \(found.colourMode == .none ? "none" : "256")"
        )
        output.line("encoding   \(found.encoding); uses \(found.usesASCII ? "ASCII signs" : "Unicode signs")")
        output.line("mouse      \(found.usesMouse ? "yes" : "no")")
        let lines = Config.ofUser().asksForLines ? "flowviz writes lines here, as with --plain" : nil
        output.line("verdict    \(lines ?? found.problem?.description ?? "flowviz runs here")")
    }

    private func size(_ size: Size?) -> String {
        guard let size else { return "not known" }
        let least = RootView.minimumSize
        let fits = size.width >= least.width && size.height >= least.height
        return "\(size.width)x\(size.height)" + (fits ? "" : "; flowviz needs \(least.width)x\(least.height)")
    }
}

/// The variables of the process that the program looks at.
enum Environment {
    /// Those that are set, by name, as they were when first asked for.
    static let variables: [String: String] = {
        var variables: [String: String] = [:]
        for name in ["TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }()

    /// Whether the user has not forbidden colour.
    static var allowsColour: Bool { (variables["NO_COLOR"] ?? "").isEmpty }
}
