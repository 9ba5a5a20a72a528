import FlowScreen
import CNcurses

/// Turns the input of curses into keys and pasted texts.
struct InputDecoder {
    static let pasteBeginsCode: Int32 = 0x4000
    static let pasteEndsCode: Int32 = 0x4001
    /// The code for a step over a word to the left.
    static let wordLeftCode: Int32 = 0x4002
    /// The code for a step over a word to the right.
    static let wordRightCode: Int32 = 0x4003
    /// The most scalars kept of one pasted text.
    static let pasteLimit = 1 << 16

    private var pasted: [Unicode.Scalar]?

    /// Decodes the input of one read.
    ///
    /// Unknown escape sequences are skipped as a whole, so that their letters do not act as keys.
    mutating func decode(_ raw: [RawInput]) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        var rest = raw[...]
        while let first = rest.popFirst() {
            if pasted != nil {
                if let text = paste(first, then: rest.first) { inputs.append(.paste(text)) }
                continue
            }
            switch first {
            case .mouse(let event): inputs.append(.mouse(event))
            case .code(InputDecoder.pasteBeginsCode): pasted = []
            case .code(let code):
                if let key = Self.key(code: code) { inputs.append(.key(key)) }
            case .scalar(0x1B) where Self.skipSequence(&rest): break
            case .scalar(let value):
                if let key = Self.key(scalar: value) { inputs.append(.key(key)) }
            }
        }
        return inputs
    }

    /// Appends one piece of a pasted text; returns the text at its end.
    private mutating func paste(_ input: RawInput, then next: RawInput?) -> String? {
        switch input {
        case .code(InputDecoder.pasteEndsCode):
            defer { pasted = nil }
            return pasted.map { String(String.UnicodeScalarView($0)) }
        case .scalar(0x0D) where next == .scalar(0x0A): return nil
        case .scalar(let value):
            let scalar = value == 0x0D ? "\n" : Unicode.Scalar(value)
            if let scalar, (pasted?.count ?? 0) < InputDecoder.pasteLimit { pasted?.append(scalar) }
            return nil
        case .code, .mouse: return nil
        }
    }

    /// Skips the rest of an unknown CSI or SS3 sequence; `false` if the escape does not begin one.
    private static func skipSequence(_ rest: inout ArraySlice<RawInput>) -> Bool {
        var ahead = rest
        switch ahead.popFirst() {
        case .scalar(0x5B):
            while case .scalar(0x20...0x3F)? = ahead.first { ahead.removeFirst() }
            if case .scalar(0x40...0x7E)? = ahead.first { ahead.removeFirst() }
        case .scalar(0x4F):
            guard case .scalar(0x40...0x7E)? = ahead.popFirst() else { return false }
        default: return false
        }
        rest = ahead
        return true
    }

    private static func key(scalar value: UInt32) -> Key? {
        switch value {
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x1B: .escape
        case 0: .control(" ")
        case 1...26: Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
        case 0x1C...0x1F: Unicode.Scalar(value + 0x40).map { .control(Character($0)) }
        case 0x80..<0xA0: nil
        default: Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }

    private static func key(code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case wordLeftCode: .wordLeft
        case wordRightCode: .wordRight
        case KEY_HOME, KEY_FIND: .home
        case KEY_END, KEY_SELECT: .end
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_BTAB: .backTab
        case KEY_ENTER: .enter
        case KEY_BACKSPACE: .backspace
        case KEY_DC: .delete
        default: nil
        }
    }
}
