import ArgumentParser
import FlowScreen
import FlowViews

@testable import flowviz

extension FrameCommand {
    /// The command for what follows `flowviz frame` on a command line; `shop.fvz` is the trace beside the golden frames.
    init(line: String) throws {
        let line = line.replacing("shop.fvz", with: ProgramFixture.path)
        self = try FrameCommand.parse(line.split(separator: " ").map { $0 == "''" ? "" : String($0) })
    }

    /// What the frame is drawn from.
    func screen() throws -> ScreenState {
        try plan().screen()
    }

    /// The frame.
    func surface() throws -> Surface {
        try plan().surface()
    }
}

extension [String] {
    /// The rows of a caption, without the key that is named at its end.
    var caption: [String] {
        filter { $0.hasPrefix("▎") }.map { row in
            let words = row.hasSuffix(" w why") ? row.dropLast(6) : row[...]
            return String(words.prefix(words.count - words.reversed().prefix { $0 == " " }.count))
        }
    }
}
