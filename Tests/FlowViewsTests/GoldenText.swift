import FlowScreen

/// A frame as a golden file holds it: the command, the glyphs, then a letter for the role of every cell.
///
/// The letter is that of what is written, on a blank cell that of the ground, and a blank for plain text on the page.
/// A capital says that the cell is bold, underlined or reversed.
enum GoldenText {
    private static let letters: [Role: Character] = Dictionary(
        uniqueKeysWithValues: zip(Role.allCases, "pcbmtwushiadglekyqfznjrxo"))

    static func text(of surface: Surface, arguments: String) -> String {
        "flowviz frame \(arguments)\n\n" + TextOutput.render(surface) + "\n" + roles(of: surface)
    }

    private static func roles(of surface: Surface) -> String {
        (0..<surface.height).reduce(into: "") { text, y in
            var row = (0..<surface.width).map { letter(of: surface[$0, y]) }
            while row.last == " " { row.removeLast() }
            text += String(row) + "\n"
        }
    }

    private static func letter(of cell: Cell) -> Character {
        let role = cell.character == " " ? cell.style.background : cell.style.foreground
        if role == .page || (role == .text && cell.style == Style()) { return " " }
        let letter = letters[role] ?? "?"
        return cell.style.attributes.isEmpty ? letter : Character(letter.uppercased())
    }
}
