import FlowTerminal
import FlowViews

/// Which key is which command.
enum Keymap {
    /// The command of a key, `nil` for keys that do nothing.
    static func command(for key: Key) -> Command? {
        switch key {
        case .tab: .nextScenario
        case .backTab: .previousScenario
        case .enter: .inspect
        case .escape: .close
        case .up: .laneUp
        case .down: .laneDown
        case .left: .left
        case .right: .right
        case .home: .start
        case .end: .now
        case .control("c"): .quit
        case .character(let character): digit(of: key) == nil ? characters[character] : .goTo
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .wordLeft, .wordRight, .backspace, .delete, .control: nil
        }
    }

    /// The digit of a digit key, `nil` for other keys.
    static func digit(of key: Key) -> Int? {
        guard case .character(let character) = key, character.isASCII else { return nil }
        return character.wholeNumberValue
    }

    private static let characters: [Character: Command] = [
        "s": .picker, "i": .typeChain, "v": .nextVariant, "V": .twoVariants, "r": .restart, " ": .togglePause, "d": .request1,
        "D": .request10,
        "U": .unlimited, "e": .emit, "E": .burst, "k": .finish, "x": .cancel, "m": .more, "M": .twice, "b": .stale,
        "p": .pickNumber, "<": .numberDown, ">": .numberUp, "f": .freeze, ".": .stepForward, ",": .stepBack, "B": .breakpoints,
        "n": .nextMatch,
        "N": .previousMatch, "+": .faster,
        "=": .faster, "-": .slower, "z": .zoomIn, "Z": .zoomOut, "w": .why, "c": .code, "l": .log, "t": .theme, "o": .order,
        "/": .filter,
        "y": .copy,
        "S": .saveFrame, "?": .help, "q": .quit,
    ]
}
