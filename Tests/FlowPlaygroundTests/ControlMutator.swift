import FlowTrace

/// Puts characters that nobody sees into snippets, most of them ends of lines, which Swift knows.
struct ControlMutator<Chance: RandomNumberGenerator> {
    private var chance: Chance
    private var snippets: SnippetMutator<Chance>
    private let controls = (0...0x2069).compactMap(Unicode.Scalar.init).filter(VisibleText.isUnsafe).map(String.init)
    private let lineEnds = ["\r", "\n", "\r\n", "// \r", "// a\r\n", "/* \r */", "\r\r"]

    /// The same chance gives the same snippets.
    init(_ chance: Chance) {
        self.chance = chance
        snippets = SnippetMutator(chance)
    }

    /// The next snippet, with one to three of them: ends of lines mostly where a line may end.
    mutating func next() -> String {
        var snippet = Array((Bool.random(using: &chance) ? snippets.good() : snippets.next()).unicodeScalars)
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            let isControl = Int.random(in: 0..<4, using: &chance) == 0
            let places =
                isControl ? Array(0...snippet.count) : snippet.indices.filter { " .}\n".unicodeScalars.contains(snippet[$0]) }
            guard let place = places.randomElement(using: &chance) else { continue }
            let text = (isControl ? controls : lineEnds).randomElement(using: &chance) ?? ""
            snippet.insert(contentsOf: text.unicodeScalars, at: place)
        }
        return String(String.UnicodeScalarView(snippet))
    }
}
