import FlowScreen
import FlowViews
import Testing

@testable import FlowApp
@testable import flowviz

/// The golden frames with a table in which every command has another key.
@Suite("Frames with other keys")
struct MovedKeyTests {
    private static let names = Set(KeyTable.standard.bindings.flatMap(\.pairs).map(\.key.name))
    private static let letters = Dictionary(
        uniqueKeysWithValues: Command.all.enumerated().compactMap { index, command in
            Unicode.Scalar(UInt32(0x531 + index + (index >= 38 ? 0x30 - 38 : 0))).map { (command, Character($0)) }
        })
    private static let config = Config(
        ConfigText(
            Array(("[keys]\n" + letters.map { "\($0.key.name) = \"\($0.value)\"" }.joined(separator: "\n")).utf8), file: "c"),
        file: "c")

    /// Frames without an input line, which has other keys, and without the page of signs, some of which are letters in ASCII.
    private static let cases = GoldenCase.all.filter { golden in
        !["--typed", "--overlay signs"].contains(where: golden.arguments.contains)
    }

    @Test(arguments: cases)
    func `no frame names a key that does something else now`(_ golden: GoldenCase) throws {
        #expect(MovedKeyTests.config.problems == [])
        let command = try FrameCommand(line: golden.arguments)
        let frame = try command.plan(MovedKeyTests.config).surface()
        let usual = try golden.surface()

        // The words drawn as keys.
        let shown = MovedKeyTests.keys(of: frame)
        #expect(shown.filter(MovedKeyTests.names.contains) == [])
        #expect(MovedKeyTests.keys(of: usual).isEmpty == shown.isEmpty)
        // The names that can only be keys.
        let long = MovedKeyTests.names.filter { $0.count > 2 }
        for row in (0..<frame.height).map(frame.row) {
            #expect(row.split(separator: " ").map(String.init).filter(long.contains) == [], "\(row)")
        }
    }

    @Test(arguments: cases)
    func `no line of a screen that is read out does either`(_ golden: GoldenCase) throws {
        let screen = try FrameCommand(line: golden.arguments).plan(MovedKeyTests.config).screen()
        let usual = try FrameCommand(line: golden.arguments).screen()
        // Letters that are not words, units or values.
        let letters = MovedKeyTests.names.filter { $0.count == 1 && $0.first?.isLowercase == true }.subtracting(["a", "s", "x"])
        let old = letters.union(MovedKeyTests.names.filter { $0.count > 2 }).union(["arrow"])

        for line in PlainRenderer(screen).lines {
            let words = line.split { " ,.:;".contains($0) }.map(String.init)
            #expect(words.filter(old.contains) == [], "\(line)")
        }
        #expect(PlainRenderer(screen).lines.count == PlainRenderer(usual).lines.count)
    }

    /// The words drawn in the colour of keys, on the background of a footer or an overlay.
    private static func keys(of frame: Surface) -> [String] {
        (0..<frame.height).flatMap { y in
            let row = (0..<frame.width).map { x in
                let cell = frame[x, y]
                let isKey = cell.style.foreground == .key && [.bar, .caption].contains(cell.style.background)
                return isKey ? cell.character : " "
            }
            return String(row).split(separator: " ").map(String.init)
        }
    }
}
