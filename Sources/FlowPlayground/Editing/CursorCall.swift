/// A call that the cursor is in, as its tokens tell.
struct CursorCall {
    /// The place of the name among the tokens.
    let name: Int
    /// The place of the bracket.
    let open: Int
    /// The labels of the arguments before that of the cursor.
    private(set) var labels: [String?] = []
    /// The label of the cursor's argument, `nil` where it has none yet.
    private(set) var label: String?
    /// Whether the argument of the cursor has begun with something but its label.
    private(set) var hasBegun = false

    /// The innermost call around a place's cursor.
    init?(_ place: CursorPlace) {
        for open in place.open.reversed() {
            if let name = CursorCall.name(place, open) {
                self.init(place, name: name, open: open)
                return
            }
        }
        return nil
    }

    private init(_ place: CursorPlace, name: Int, open: Int) {
        self.name = name
        self.open = open
        guard place.tokens[open].kind == .leftParenthesis else { return }
        var start = open + 1
        var depth = 0
        for index in place.tokens.indices.dropFirst(open + 1) {
            switch place.tokens[index].kind {
            case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
            case .rightParenthesis, .rightBracket, .rightBrace: depth -= 1
            case .comma where depth == 0:
                labels.append(CursorCall.label(place, start))
                start = index + 1
            default: break
            }
        }
        label = CursorCall.label(place, start)
        hasBegun = place.tokens.count > start + (label == nil ? 0 : 2)
    }

    private static func label(_ place: CursorPlace, _ start: Int) -> String? {
        guard place.tokens.count > start + 1, place.tokens[start + 1].kind == .colon else { return nil }
        return place.text(place.tokens[start])
    }

    /// The place of the name of what is called with a bracket, `nil` where nothing is.
    private static func name(_ place: CursorPlace, _ open: Int) -> Int? {
        guard open > 0 else { return nil }
        switch (place.tokens[open].kind, place.tokens[open - 1].kind) {
        case (.leftParenthesis, .identifier), (.leftBrace, .identifier): return open - 1
        case (.leftBrace, .rightParenthesis): return place.opening(of: open - 1).flatMap { name(place, $0) }
        case (.leftParenthesis, _) where place.text(place.tokens[open - 1]).hasSuffix(">"): return generic(place, open - 1)
        default: return nil
        }
    }

    /// The place of the name before `<…>`.
    private static func generic(_ place: CursorPlace, _ end: Int) -> Int? {
        let start = place.tokens[..<end].lastIndex { place.text($0).hasPrefix("<") }
        return start.flatMap { $0 > 0 && place.tokens[$0 - 1].kind == .identifier ? $0 - 1 : nil }
    }

    /// The parameters that the cursor's argument may be of, `nil` where the arguments before it do not fit.
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
