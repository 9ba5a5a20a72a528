/// Writes several values in a row.
package enum ValueList {
    /// The most characters of a value in a sentence.
    private static let longestValue = 60

    /// A value for use in a sentence: its beginning if it is long.
    package static func brief(_ value: String) -> String {
        let start = value.prefix(longestValue)
        return start.endIndex == value.endIndex ? value : start.dropLast() + "…"
    }

    /// `4, 5, 6`; beyond `limit` values, only the first and the last: `1 … 40`.
    package static func text(_ values: [String], limit: Int = 9) -> String {
        guard values.count > limit, let first = values.first, let last = values.last else {
            return values.map(brief).joined(separator: ", ")
        }
        return "\(brief(first)) … \(brief(last))"
    }

    /// The values of several groups: `3 and 6`, `4, 5, 9 and 10`.
    package static func groups(_ groups: [[String]]) -> String {
        let values = Array(groups.joined())
        guard (2...9).contains(values.count) else { return text(values) }
        return values.dropLast().map(brief).joined(separator: ", ") + " and " + brief(values[values.count - 1])
    }

    /// A value, or several in a row, for use in a sentence: a value that is a number must not read as a count. `value 50`,
    /// `values 3 and 6`, `Four`.
    package static func named(_ text: String) -> String {
        let isNumber = text.split { $0 == "," || $0 == " " }.allSatisfy { word in
            word == "and" || word == "…"
                || word.contains(where: \.isNumber) && word.allSatisfy { $0.isNumber || ".-".contains($0) }
        }
        guard isNumber, text.contains(where: \.isNumber) else { return text }
        return text.contains(" ") ? "values \(text)" : "value \(text)"
    }

    /// The same for the beginning of a sentence, with a capital letter.
    package static func subject(_ text: String) -> String {
        let named = named(text)
        return named == text ? text : "V" + named.dropFirst()
    }

    /// `a`, `a and b`, `a, b and c`; for more than five, the first two and the number of the others.
    package static func names(_ names: [String]) -> String {
        guard names.count <= 5 else { return "\(names[0]), \(names[1]) and \(names.count - 2) more" }
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
