import ArgumentParser

@testable import flowviz

extension FrameCommand {
    /// The command for what follows `flowviz frame` on a command line.
    init(line: String) throws {
        self = try FrameCommand.parse(line.split(separator: " ").map(String.init))
    }
}
