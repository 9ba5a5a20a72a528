import FlowScreen
import Testing

@testable import flowviz

/// A frame that is compared with a file: its name, and what follows `flowviz frame` on a command line.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    let name: String
    let arguments: String

    var testDescription: String { name }

    init(_ name: String, _ arguments: String) {
        self.name = name
        self.arguments = arguments
    }

    /// The frame, drawn by the command itself.
    func surface() throws -> Surface {
        try FrameCommand(line: arguments).surface()
    }
}
