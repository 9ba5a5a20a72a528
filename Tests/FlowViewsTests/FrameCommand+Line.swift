import ArgumentParser
import FlowScreen
import FlowViews
import Synchronization

@testable import FlowApp
@testable import flowviz

extension FrameCommand {
    /// The parsed lines. In a debug build, parsing a line takes as long as drawing the frame.
    private static let parsed = Mutex<[String: FrameCommand]>([:])

    /// The command for the rest of a line after `flowviz frame`; `shop.fvz` and `blocked.fvz` are the traces beside the golden frames.
    init(line: String) throws {
        if let known = FrameCommand.parsed.withLock({ $0[line] }) {
            self = known
            return
        }
        let paths = line.replacing("shop.fvz", with: ProgramFixture.path).replacing("blocked.fvz", with: ExecutorFixture.path)
        let words = paths.split(separator: " ")
        let command = try FrameCommand.parse(words.map { $0 == "''" ? "" : String($0) })
        FrameCommand.parsed.withLock { $0[line] = command }
        self = command
    }

    /// The state from which the frame is drawn.
    func screen() throws -> ScreenState {
        try plan().screen()
    }

    /// The frame.
    func surface() throws -> Surface {
        try plan().surface()
    }
}

extension [String] {
    /// The rows of a caption, without the key at its end.
    var caption: [String] {
        filter { $0.hasPrefix("▎") }.map { row in
            let words = row.hasSuffix(" w why") ? row.dropLast(6) : row[...]
            return String(words.prefix(words.count - words.reversed().prefix { $0 == " " }.count))
        }
    }
}
