/// The tokens before a cursor, and their context.
struct CursorTokens {
    let source: SourceText
    /// The tokens before the word.
    private(set) var tokens: [Token] = []
    /// The span of the word that ends at the cursor; empty if there is none.
    private(set) var word: Span
    /// The indices of the open brackets, the innermost last.
    private(set) var open: [Int] = []
    /// Whether the cursor is in a string, in a comment, or after unreadable text.
    private(set) var isInText = false
    private var wordStartsLine = false

    init(_ source: SourceText) {
        self.source = source
        word = source.end
        do {
            try read()
        } catch {
            isInText = true
        }
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .leftParenthesis, .leftBracket, .leftBrace: open.append(index)
            case .rightParenthesis, .rightBracket, .rightBrace: _ = open.popLast()
            default: break
            }
        }
    }

    private mutating func read() throws(Problem) {
        var lexer = Lexer(source, in: Span(0, source.bytes.count))
        while true {
            let token = try lexer.next()
            guard token.kind != .end else { break }
            tokens.append(token)
        }
        let end = source.bytes.count
        if let last = tokens.last, last.span.end == end, last.kind == .identifier || last.kind == .keyword {
            word = last.span
            wordStartsLine = last.startsLine
            tokens.removeLast()
        } else {
            let blanks = source.bytes[(tokens.last?.span.end ?? 0)...]
            let line = blanks.lastIndex(of: UInt8(ascii: "\n")).map { blanks[$0...] } ?? blanks
            isInText = line.contains(UInt8(ascii: "/"))
            wordStartsLine = blanks.contains(UInt8(ascii: "\n"))
        }
    }

    func text(_ token: Token) -> String { source[token.span] }

    /// The `count`-th token before the word, counted from 1.
    func before(_ count: Int = 1) -> Token? { tokens.count >= count ? tokens[tokens.count - count] : nil }

    /// Whether a value could end with a token.
    func endsValue(_ index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        switch tokens[index].kind {
        case .identifier, .integer, .double, .string, .dollar, .rightParenthesis, .rightBracket, .rightBrace, .postfixOperator:
            return true
        case .keyword: return ["true", "false", "nil"].contains(text(tokens[index]))
        default: return false
        }
    }

    /// Whether a value may begin at the word.
    var canBeginValue: Bool {
        guard let last = before() else { return true }
        if last.kind == .keyword { return !["let", "var", "true", "false", "nil"].contains(text(last)) }
        return !endsValue(tokens.count - 1) || wordStartsLine
    }

    /// Whether the word follows `let name:` or `var name:`, where a type belongs.
    var isInType: Bool {
        guard before()?.kind == .colon, let word = before(3) else { return false }
        return word.kind == .keyword && ["let", "var"].contains(text(word))
    }

    /// The index of the opening bracket for a closing one; `nil` if there is none.
    func opening(of close: Int) -> Int? {
        var depth = 0
        for index in (0...close).reversed() {
            switch tokens[index].kind {
            case .rightParenthesis, .rightBracket, .rightBrace: depth += 1
            case .leftParenthesis, .leftBracket, .leftBrace: depth -= 1
            default: break
            }
            if depth == 0 { return index }
        }
        return nil
    }

    /// The text up to an offset, completed by a name and closing brackets so that it can be parsed.
    func closed(at offset: Int) -> SourceText {
        let closers = open.reversed().filter { tokens[$0].span.start < offset }.map { token in
            switch tokens[token].kind {
            case .leftParenthesis: ")"
            case .leftBracket: "]"
            default: "}"
            }
        }
        return SourceText(source[Span(0, offset)] + "cursor" + closers.joined())
    }
}

/// The call around a cursor.
struct CursorCall {
    /// The index of the name among the tokens.
    let name: Int
    /// The index of the bracket.
    let open: Int
    /// The labels of the arguments before the one at the cursor.
    private(set) var labels: [String?] = []
    /// The label of the cursor's argument, `nil` if it has none yet.
    private(set) var label: String?
    /// Whether the cursor's argument has begun, beyond its label.
    private(set) var hasBegun = false

    /// The innermost call around a cursor.
    init?(_ cursor: CursorTokens) {
        for open in cursor.open.reversed() {
            if let name = CursorCall.name(cursor, open) {
                self.init(cursor, name: name, open: open)
                return
            }
        }
        return nil
    }

    private init(_ cursor: CursorTokens, name: Int, open: Int) {
        self.name = name
        self.open = open
        guard cursor.tokens[open].kind == .leftParenthesis else { return }
        var start = open + 1
        var depth = 0
        for index in cursor.tokens.indices.dropFirst(open + 1) {
            switch cursor.tokens[index].kind {
            case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
            case .rightParenthesis, .rightBracket, .rightBrace: depth -= 1
            case .comma where depth == 0:
                labels.append(CursorCall.label(cursor, start))
                start = index + 1
            default: break
            }
        }
        label = CursorCall.label(cursor, start)
        hasBegun = cursor.tokens.count > start + (label == nil ? 0 : 2)
    }

    private static func label(_ cursor: CursorTokens, _ start: Int) -> String? {
        guard cursor.tokens.count > start + 1, cursor.tokens[start + 1].kind == .colon else { return nil }
        return cursor.text(cursor.tokens[start])
    }

    /// The index of the callee's name before a bracket; `nil` if the bracket does not begin a call.
    private static func name(_ cursor: CursorTokens, _ open: Int) -> Int? {
        guard open > 0 else { return nil }
        switch (cursor.tokens[open].kind, cursor.tokens[open - 1].kind) {
        case (.leftParenthesis, .identifier), (.leftBrace, .identifier): return open - 1
        case (.leftBrace, .rightParenthesis): return cursor.opening(of: open - 1).flatMap { name(cursor, $0) }
        case (.leftParenthesis, _) where cursor.text(cursor.tokens[open - 1]).hasSuffix(">"): return generic(cursor, open - 1)
        default: return nil
        }
    }

    /// The index of the name before `<…>`.
    private static func generic(_ cursor: CursorTokens, _ end: Int) -> Int? {
        let start = cursor.tokens[..<end].lastIndex { cursor.text($0).hasPrefix("<") }
        return start.flatMap { $0 > 0 && cursor.tokens[$0 - 1].kind == .identifier ? $0 - 1 : nil }
    }

    /// The possible parameters of the cursor's argument; `nil` if the arguments before it do not fit.
    func parameters(of signature: Signature) -> [Parameter]? {
        var rest = signature.parameters[...]
        for label in labels {
            guard let index = CursorCall.index(of: label, in: rest) else { return nil }
            rest = rest[index...]
            if !rest[index].isVariadic { rest.removeFirst() }
        }
        guard labels.isEmpty || !rest.isEmpty else { return nil }
        if let label { return CursorCall.index(of: label, in: rest).map { [rest[$0]] } }
        let required = rest.firstIndex { !$0.isOptional } ?? rest.endIndex
        return Array(rest[..<min(required + 1, rest.endIndex)])
    }

    private static func index(of label: String?, in parameters: ArraySlice<Parameter>) -> Int? {
        for index in parameters.indices {
            if parameters[index].label == label { return index }
            if !parameters[index].isOptional { return nil }
        }
        return nil
    }
}
