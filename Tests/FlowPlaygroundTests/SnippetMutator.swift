import FlowPlayground
import FlowTrace

/// Makes broken and strange snippets of good ones.
struct SnippetMutator<Chance: RandomNumberGenerator> {
    private var chance: Chance
    private let snippets: [[Character]]

    /// The same chance gives the same snippets.
    init(_ chance: Chance) {
        self.chance = chance
        let texts =
            OperatorTable.operators.map(\.example) + (ChainSamples.all + ScriptSamples.all).map(\.chain)
            + LibraryChain.all.map(\.text)
        snippets = texts.map(Array.init)
    }

    /// One of the good ones.
    mutating func good() -> String {
        String(any(of: snippets))
    }

    /// The next snippet.
    mutating func next() -> String {
        var snippet = any(of: snippets)
        for _ in 0..<Int.random(in: 0...3, using: &chance) { addOperator(to: &snippet) }
        for _ in 0..<Int.random(in: 0...2, using: &chance) { mutate(&snippet) }
        return String(snippet)
    }

    /// Puts the last operator of another chain behind the first stretch of this one.
    private mutating func addOperator(to snippet: inout [Character]) {
        let other = any(of: snippets)
        let (places, others) = (Self.periods(of: snippet), Self.periods(of: other))
        guard !places.isEmpty, others.count > 1 else { return }
        let end = others[others.count - 1]
        let start = others[Int.random(in: 0..<others.count - 1, using: &chance)]
        snippet.insert(contentsOf: other[start..<end], at: any(of: places))
    }

    /// Where operators begin: the periods that stand in nothing.
    private static func periods(of snippet: [Character]) -> [Int] {
        var depth = 0
        var isText = false
        return snippet.indices.filter { index in
            switch snippet[index] {
            case "\"": isText.toggle()
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            return snippet[index] == "." && depth == 0 && !isText && index + 1 < snippet.count && snippet[index + 1].isLetter
        }
    }

    private mutating func any<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &chance)]
    }

    private mutating func range(in snippet: [Character]) -> Range<Int> {
        let start = Int.random(in: 0...snippet.count, using: &chance)
        return start..<Int.random(in: start...min(snippet.count, start + 12), using: &chance)
    }

    private mutating func mutate(_ snippet: inout [Character]) {
        let range = range(in: snippet)
        switch Int.random(in: 0..<7, using: &chance) {
        case 0: snippet.removeSubrange(range)
        case 1: snippet.insert(contentsOf: snippet[range], at: range.upperBound)
        case 2: snippet.replaceSubrange(range, with: Array(any(of: snippetWords)))
        case 3, 4: snippet.insert(contentsOf: Array(any(of: snippetWords)), at: range.lowerBound)
        case 5:
            let other = any(of: snippets)
            let part = self.range(in: other)
            snippet.replaceSubrange(range, with: other[part.lowerBound...])
        default: changeNumber(&snippet)
        }
    }

    private mutating func changeNumber(_ snippet: inout [Character]) {
        let digits = snippet.indices.filter { snippet[$0].isNumber }
        guard !digits.isEmpty else { return }
        snippet.replaceSubrange(any(of: digits)..., with: Array(any(of: snippetWords)) + snippet.suffix(8))
    }
}

/// Words to insert into snippets.
private let snippetWords = [
    "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "1e308", "0.0", "1_0", "0x1F", "1.e", "_1", ".0", "1.5",
    "\"\"", "\"a\"", "\"\\($0)\"", "\"\\(", "\\u{41}", "\"\"\"", "#\"a\"#", "nil", "true", "$0", "$1", "x", "_", "try ", "case",
    "(", ")", "[", "]", "{", "}", "{ $0 }", "{ _ in }", "()", "[]", ".", ",", ":", ";", "\n", "\r\n", " ", "\t",
    "\n(", "\n[", "\n{ $0 }", "\n.map", "\n-", "_", "._", " {", "} ", "{}",
    "+", "-", "*", "/", "%", "==", "!=", "<", ">", "??", " ?? ", "?", "!", "&&", "...", "..<", "..", "=", "->", "&", "|", "^",
    "~",
    "+ ", " +", "- ", " -", " !", "! ", " ? ", " : ", "<Int>", "<[Int]?>", ": Int", ": (Int) -> Int?", ">(",
    "let a = ", "let a: Int = ", "if ", "else ", "if $0 { 1 } else { 2 }", "return ", "throw ", " in ", "(x: Int) -> Int in ",
    ".map", ".sink()", ".publisher", ".share()", ".retry(3)", ".prefix(1)", ".collect()", ".count()", ".self", ".0.1",
    ".buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest)", ".pace(.seconds(1))", ".seconds(1)", ".max(1)", ".unlimited",
    ".flatMap { _ in marbles(\"a#\") }", ".catch { _ in Empty() }", ".delay(for: .seconds(0))", ".zip(", ".merge(with: ",
    ".eraseToAnyPublisher()", "marbles(\"a(b|)\")", "interval(.microseconds(100))", "(1...9).publisher", "Just(1)",
    "\r", "\r\n", "// a\r", "/* \r */", "\r.map", "\r{ $0 }", "\r-", "\u{85}", "\u{2028}", "\u{2029}", "\u{1B}", "\u{9B}",
    "\u{202E}",
    "FlowError(\"x\")", "é", "漢", "\u{0}", "//", "/*", "*/", "/**/", "/* a */", "// a\n", "\\", "\"", "$", "#", "@", "`",
]

/// Puts invisible characters into snippets; most of them are line ends that Swift knows.
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
