/// A function of the traced program under its readable name, derived from the mangled one.
struct CodeFunction: Hashable, Sendable {
    /// Its Swift module; `nil` if the name has none, as that of a function of C.
    let module: String?
    /// Its name with its type and argument labels, as `Box.consume()`; followed by `closure` for code inside a closure, as
    /// `top() closure`. The code of a `defer` belongs to the function around it.
    let name: String
    /// Whether the compiler made it, such as a thunk.
    let isGenerated: Bool

    /// - Parameter symbol: The name in the file.
    init(symbol: String) {
        let text = Demangling.demangled(symbol)
        self = text == symbol ? CodeFunction(plain: symbol) : CodeFunction(demangled: text[...])
    }

    private init(module: String?, name: String, isGenerated: Bool) {
        self.module = module
        self.name = name
        self.isGenerated = isGenerated
    }

    private init(demangled: Substring) {
        var text = demangled
        CodeFunction.cutPrefixes(&text)
        let parts = CodeFunction.parts(of: text).filter { !$0.hasPrefix("$defer #") }
        let closures = parts.prefix { part in CodeFunction.closures.contains { part.hasPrefix($0) } }
        let inner = parts.dropFirst(closures.count)
        let owner = QualifiedName(parts.last ?? text)
        let function = inner.count > 1 ? QualifiedName.local(inner.first ?? "") : owner.name
        self.init(
            module: owner.module, name: closures.isEmpty ? function : "\(function) closure",
            isGenerated: CodeFunction.generated.contains { text.hasPrefix($0) } || owner.name.hasSuffix(".$main()"))
    }

    /// A function whose name is not mangled. Swift names the code of `main.swift` `main`, or `async_MainTY0_` and so on if it is
    /// split at its `await`s.
    private init(plain symbol: String) {
        let isMain = symbol == "main" || symbol.hasPrefix("async_Main") || symbol.hasSuffix("_main")
        self.init(
            module: nil, name: isMain ? "main" : symbol,
            isGenerated: ["__swift_", "_swift_", "swift_", "flowviz_"].contains { symbol.hasPrefix($0) })
    }

    private static let closures = ["closure #", "implicit closure #", "autoclosure #", "defer #"]

    /// The beginnings of the names of what the compiler makes.
    private static let generated = [
        "protocol witness", "partial apply", "reabstraction thunk", "thunk for", "dispatch thunk", "vtable thunk", "outlined ",
        "default argument", "type metadata", "lazy ", "value witness", "base witness", "associated ", "generic not re-abstracted",
        "curry thunk", "method descriptor", "key path ", "@objc ", "implicit closure #", "async function pointer",
        "back deployment",
        "coroutine continuation", "distributed thunk", "type layout", "nominal ", "witness table", "__swift",
    ]

    /// The words before a function's name that say how it was compiled.
    private static let prefixes = [
        "await resume partial function for ", "suspend resume partial function for ", "generic specialization <",
        "generic partial specialization <", "function signature specialization <", "generic pre-specialization <", "specialized ",
        "merged ", "inlined ", "generic not-reabstracted specialization <", "static ", "variable initialization expression of ",
        "one-time initialization function for ", "closure specialization <", "capture/propagate specialization <",
    ]

    private static func cutPrefixes(_ text: inout Substring) {
        while true {
            var rest = text
            if rest.hasPrefix("("), let end = rest.firstIndex(of: ")"), Int(rest[rest.index(after: rest.startIndex)..<end]) != nil
            {
                rest = rest[end...].dropFirst(2)
            }
            guard let prefix = prefixes.first(where: rest.hasPrefix) else { return }
            rest = rest.dropFirst(prefix.count)
            if prefix.hasSuffix("<") {
                // The brackets around a closure given as an argument are not closed.
                guard let end = TypeText.end(ofBracketsIn: rest) ?? rest.firstRange(of: "> of ")?.lowerBound else { return }
                rest = rest[end...]
                if rest.hasPrefix(">") { rest = rest.dropFirst() }
                if rest.hasPrefix(" of ") { rest = rest.dropFirst(4) }
            }
            text = rest
        }
    }

    /// The nested functions, the innermost first.
    private static func parts(of text: Substring) -> [Substring] {
        var (parts, start): ([Substring], Substring.Index) = ([], text.startIndex)
        for index in TypeText.outerIndices(of: text) where index >= start && text[index...].hasPrefix(" in ") {
            parts.append(text[start..<index])
            start = text.index(index, offsetBy: 4)
        }
        return parts + [text[start...]]
    }
}

/// The name of a function with its module and its types, without the types of its arguments.
struct QualifiedName {
    let module: String?
    let name: String

    /// - Parameter text: `(extension in Module):Other.Type.function(label: Type) -> Type`, or a part of it.
    init(_ text: Substring) {
        var text = text
        var given: String?
        if text.hasPrefix("static ") { text = text.dropFirst(7) }
        if text.hasPrefix("(extension in "), let end = text.firstIndex(of: ")") {
            given = String(text[..<end].dropFirst(14))
            text = text[end...].dropFirst(2)
        }
        let parts = QualifiedName.words(of: text)
        let module = given ?? parts.first
        self.module = module
        name = parts.count > 1 ? parts.dropFirst().joined(separator: ".") + QualifiedName.labels(of: text) : "main"
    }

    /// `local #1 (Type) -> Type`, as `local()`.
    static func local(_ text: Substring) -> String {
        guard let sign = text.firstIndex(of: "#") else { return QualifiedName(text).name }
        return "\(text[..<sign].dropLast())()"
    }

    /// The names of module, types and function; generic arguments and private marks are left out.
    private static func words(of text: Substring) -> [String] {
        let (head, _) = split(text)
        var (words, word): ([String], String) = ([], "")
        var depth = 0
        var index = head.startIndex
        while index < head.endIndex {
            let character = head[index]
            if character == "(", depth == 0, let end = head[index...].firstIndex(of: ")") {
                // `(name in _0123ABCD)`: a private name.
                word += head[head.index(after: index)..<end].prefix { $0 != " " }
                index = end
            } else if character == "<" {
                depth += 1
            } else if character == ">", !word.isEmpty || depth > 0 {
                depth -= 1
            } else if depth == 0 {
                if character == "." {
                    words.append(word)
                    word = ""
                } else {
                    word.append(character)
                }
            }
            index = head.index(after: index)
        }
        return words + [word]
    }

    /// The text before the arguments or the type, and the rest from there on.
    private static func split(_ text: Substring) -> (head: Substring, rest: Substring) {
        var previous: Character = "."
        for index in TypeText.outerIndices(of: text) {
            let isArguments = text[index] == "(" && previous != "."
            if isArguments || text[index...].hasPrefix(" : ") || text[index...].hasPrefix(" -> ") {
                return (text[..<index], text[index...])
            }
            previous = text[index]
        }
        return (text, text[text.endIndex...])
    }

    /// `(label:_:)` of arguments; empty for a property.
    private static func labels(of text: Substring) -> String {
        let (_, rest) = split(text)
        guard rest.hasPrefix("(") else { return "" }
        let arguments = rest.dropFirst()
        var (labels, start): ([Substring], Substring.Index) = ([], arguments.startIndex)
        for index in TypeText.outerIndices(of: arguments) {
            let isEnd = arguments[index] == ")"
            guard isEnd || arguments[index] == "," else { continue }
            if start < index { labels.append(arguments[start..<index]) }
            start = arguments.index(after: index)
            if isEnd { break }
        }
        let names = labels.map { argument -> Substring in
            let name = argument.drop { $0 == " " }.prefix { $0 != ":" }
            return name.endIndex < argument.endIndex && !name.contains(where: { " (<.".contains($0) }) ? name : "_"
        }
        return "(\(names.map { "\($0):" }.joined()))"
    }
}

/// Walks over the text of a type.
enum TypeText {
    /// The positions outside all brackets. An opening bracket counts as outside of itself, and so does a closing bracket that has
    /// no opening one.
    static func outerIndices(of text: Substring) -> [Substring.Index] {
        var (depth, previous): (Int, Character) = (0, " ")
        return text.indices.filter { index in
            let character = text[index]
            defer { previous = character }
            switch character {
            case "(", "[", "<":
                depth += 1
                return depth == 1
            case ")", "]":
                depth -= 1
                return depth < 0
            case ">" where previous != "-":
                depth -= 1
                return false
            default: return depth == 0
            }
        }
    }

    /// The position after the bracket that closes an opened `<`.
    static func end(ofBracketsIn text: Substring) -> Substring.Index? {
        var (depth, previous): (Int, Character) = (1, " ")
        for index in text.indices {
            if "(<[".contains(text[index]) { depth += 1 }
            if ")]".contains(text[index]) || text[index] == ">" && previous != "-" { depth -= 1 }
            if depth == 0 { return text.index(after: index) }
            previous = text[index]
        }
        return nil
    }
}
