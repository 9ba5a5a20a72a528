/// Reads the names of types as a trace has them.
package enum TypePath {
    /// The type's own name, without what it is generic over and what it stands in; of a type that is just called `Publisher`, the
    /// type it stands in.
    package static func base(of type: String) -> String {
        var path = withoutBrackets(type).split(separator: ".")
        if path.last == "Publisher", path.count > 1 { path.removeLast() }
        if path.last == "OCombine", path.count > 1 { path.removeLast() }
        return path.last.map(String.init) ?? type
    }

    /// The name without generic arguments and without the marks of private contexts.
    private static func withoutBrackets(_ type: String) -> String {
        var depth = 0
        return type.filter { character in
            if "<(".contains(character) { depth += 1 }
            defer { if ">)".contains(character) { depth -= 1 } }
            return depth == 0
        }
    }
}
