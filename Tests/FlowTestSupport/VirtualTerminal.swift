import FlowScreen

/// A small terminal that understands ncurses's output for an xterm, so that tests can look at the screen.
///
/// It does not keep colours and attributes, but only whether any colour was set, and whether the next cell has a colour or an
/// attribute.
public struct VirtualTerminal {
    /// One page of glyphs; the second column of a wide one holds an empty text.
    private struct Page {
        var rows: [[String]]
        var x = 0
        var y = 0
    }

    private enum State {
        case ground, escape, charset, command, string
    }

    private let width: Int
    private let height: Int
    private var page: Page
    /// The rows that scroll.
    private var region: Range<Int>
    private var mainPage: Page?
    private var state = State.ground
    private var parameters = ""
    private var pending: [UInt8] = []
    private var lastGlyph = " "
    private var wrapsNext = false
    private var inserts = false
    /// The private modes that are set, such as 1049 for the alternate screen.
    public private(set) var modes: Set<Int> = [25]
    /// The received control strings, such as OSC 52.
    public private(set) var strings: [String] = []
    /// Whether any colour was set.
    public private(set) var hasSeenColour = false
    /// Whether the next cell has a colour or an attribute.
    public private(set) var isStyled = false
    /// The number of received bytes.
    public private(set) var byteCount = 0

    /// Creates an empty terminal.
    public init(columns: Int, rows: Int) {
        width = columns
        height = rows
        page = Page(rows: Array(repeating: Array(repeating: " ", count: columns), count: rows))
        region = 0..<rows
    }

    /// Whether the alternate screen is shown.
    public var isAlternate: Bool { mainPage != nil }

    /// The position of the next character.
    public var cursor: (x: Int, y: Int) { (page.x, page.y) }

    /// The visible rows, without the blanks at their ends.
    public var rows: [String] {
        page.rows.map { row in
            var row = row
            while row.last == " " { row.removeLast() }
            return row.joined()
        }
    }

    /// All rows as one text.
    public var text: String { rows.joined(separator: "\n") }

    /// The same terminal with another size; cells outside are lost.
    public func resized(columns: Int, rows: Int) -> VirtualTerminal {
        var other = VirtualTerminal(columns: columns, rows: rows)
        other.modes = modes
        other.byteCount = byteCount
        other.strings = strings
        other.hasSeenColour = hasSeenColour
        if let mainPage {
            other.mainPage = Page(rows: other.page.rows, x: min(mainPage.x, columns - 1), y: min(mainPage.y, rows - 1))
        }
        return other
    }

    /// Processes output of a program.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            byteCount += 1
            if byte & 0xC0 != 0x80 { pending = [] }
            pending.append(byte)
            guard let text = String(validating: pending, as: UTF8.self) else {
                if pending.count >= 4 { pending = [] }
                continue
            }
            pending = []
            text.unicodeScalars.forEach { take($0) }
        }
    }

    /// Processes a character. Escape begins a sequence even within another one, whose rest a terminal may have discarded.
    private mutating func take(_ scalar: Unicode.Scalar) {
        if scalar == "\u{1B}", state != .string { return state = .escape }
        switch state {
        case .ground: ground(scalar)
        case .escape: escape(scalar)
        case .charset: state = .ground
        case .string: string(scalar)
        case .command:
            if (0x40...0x7E).contains(scalar.value) {
                state = .ground
                run(scalar)
            } else {
                parameters.unicodeScalars.append(scalar)
            }
        }
    }

    /// Processes a character of a control string, which BEL, or ESC and a backslash, ends.
    private mutating func string(_ scalar: Unicode.Scalar) {
        if scalar == "\u{7}" || scalar == "\\" {
            strings.append(parameters)
            state = .ground
        } else if scalar != "\u{1B}" {
            parameters.unicodeScalars.append(scalar)
        }
    }

    private mutating func ground(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": move(x: 0, y: page.y)
        case "\n": feedLine()
        case "\u{8}": move(x: page.x - 1, y: page.y)
        case "\t": move(x: (page.x / 8 + 1) * 8, y: page.y)
        case _ where scalar.value < 0x20: break
        default: write(scalar)
        }
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        state = .ground
        switch scalar {
        case "[":
            parameters = ""
            state = .command
        case "(", ")": state = .charset
        case "]", "P":
            parameters = ""
            state = .string
        case "M": if page.y == region.lowerBound { scroll(region, by: -1) } else { move(x: page.x, y: page.y - 1) }
        default: break
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        let columns = TextWidth.width(of: Character(scalar))
        if scalar.properties.generalCategory == .nonspacingMark {
            let x = max(0, wrapsNext ? page.x : page.x - 1)
            page.rows[page.y][page.rows[page.y][x].isEmpty ? x - 1 : x].unicodeScalars.append(scalar)
            return
        }
        if wrapsNext {
            feedLine()
            move(x: 0, y: page.y)
        }
        lastGlyph = String(scalar)
        if inserts { shift(inserting: min(columns, width - page.x)) }
        put(lastGlyph, at: page.x)
        if columns == 2, page.x + 1 < width { put("", at: page.x + 1, isTail: true) }
        if page.x + columns >= width { wrapsNext = true }
        page.x = min(page.x + columns, width - 1)
    }

    /// Writes one column. The other half of an overwritten wide glyph becomes a blank.
    private mutating func put(_ glyph: String, at x: Int, isTail: Bool = false) {
        if page.rows[page.y][x].isEmpty, x > 0, !isTail { page.rows[page.y][x - 1] = " " }
        if x + 1 < width, page.rows[page.y][x + 1].isEmpty { page.rows[page.y][x + 1] = " " }
        page.rows[page.y][x] = glyph
    }

    private mutating func move(x: Int, y: Int) {
        page.x = min(max(0, x), width - 1)
        page.y = min(max(0, y), height - 1)
        wrapsNext = false
    }

    private mutating func feedLine() {
        if page.y == region.upperBound - 1 { scroll(region, by: 1) } else { move(x: page.x, y: page.y + 1) }
        wrapsNext = false
    }

    /// Moves the text of some rows up, or down if `count` is negative. The rows that become free are blank.
    private mutating func scroll(_ rows: Range<Int>, by count: Int) {
        let moved = min(abs(count), rows.count)
        let blank = Array(repeating: Array(repeating: " ", count: width), count: moved)
        let kept = Array(count > 0 ? page.rows[rows].dropFirst(moved) : page.rows[rows].dropLast(moved))
        page.rows.replaceSubrange(rows, with: count > 0 ? kept + blank : blank + kept)
    }

    /// Sets the rows that scroll; a range of fewer than two rows means all of them.
    private mutating func setRegion(_ numbers: [Int]) {
        let top = max(1, numbers.first ?? 1) - 1
        let bottom = numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], height) : height
        region = top + 1 < bottom ? top..<bottom : 0..<height
        move(x: 0, y: 0)
    }

    private mutating func run(_ final: Unicode.Scalar) {
        if parameters.hasPrefix("?") { return setModes(final) }
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        let count = max(1, first)
        switch final {
        case "H", "f": move(x: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, y: count - 1)
        case "G": move(x: count - 1, y: page.y)
        case "d": move(x: page.x, y: count - 1)
        case "A": move(x: page.x, y: page.y - count)
        case "B": move(x: page.x, y: page.y + count)
        case "C": move(x: page.x + count, y: page.y)
        case "D": move(x: page.x - count, y: page.y)
        case "J": eraseDisplay(first)
        case "K": erase(first == 0 ? page.x..<width : first == 1 ? 0..<page.x + 1 : 0..<width, row: page.y)
        case "X": erase(page.x..<min(width, page.x + count), row: page.y)
        case "P": shift(removing: min(count, width - page.x))
        case "@": shift(inserting: min(count, width - page.x))
        case "h", "l": if first == 4 { inserts = final == "h" }
        case "m": select(numbers)
        case "r": setRegion(numbers)
        case "S": scroll(region, by: count)
        case "T": scroll(region, by: -count)
        case "M", "L":
            guard region.contains(page.y) else { break }
            scroll(page.y..<region.upperBound, by: final == "M" ? count : -count)
        case "b": for _ in 0..<count { lastGlyph.unicodeScalars.forEach { write($0) } }
        default: break
        }
    }

    private mutating func select(_ numbers: [Int]) {
        if numbers.contains(where: { (30...38).contains($0) || (40...48).contains($0) || $0 >= 90 }) { hasSeenColour = true }
        for number in numbers {
            switch number {
            case 0: isStyled = false
            // The default font and colours.
            case 10, 39, 49: break
            default: isStyled = true
            }
        }
    }

    private mutating func setModes(_ final: Unicode.Scalar) {
        let numbers = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
        guard final == "h" || final == "l" else { return }
        for number in numbers {
            if final == "h" { modes.insert(number) } else { modes.remove(number) }
            guard number == 1049 || number == 47 else { continue }
            if final == "h", mainPage == nil {
                mainPage = page
                eraseDisplay(2)
            } else if final == "l", let main = mainPage {
                page = main
                mainPage = nil
            }
        }
    }

    private mutating func erase(_ columns: Range<Int>, row: Int) {
        for x in columns { page.rows[row][x] = " " }
        wrapsNext = false
    }

    private mutating func eraseDisplay(_ part: Int) {
        if part == 0 { erase(page.x..<width, row: page.y) }
        if part == 1 { erase(0..<page.x + 1, row: page.y) }
        let whole = part == 0 ? page.y + 1..<height : part == 1 ? 0..<page.y : 0..<height
        for y in whole { erase(0..<width, row: y) }
    }

    private mutating func shift(removing count: Int) {
        page.rows[page.y].removeSubrange(page.x..<page.x + count)
        page.rows[page.y] += Array(repeating: " ", count: count)
    }

    private mutating func shift(inserting count: Int) {
        page.rows[page.y].insert(contentsOf: Array(repeating: " ", count: count), at: page.x)
        page.rows[page.y].removeLast(count)
    }
}
