/// The end of a stage's name, which tells it from others of its kind and stays when the name is cut.
package enum NameEnd {
    /// The line of a name, with the number after it, or else its last word: `:151` of `AsyncStream:151`, `latest` of `throttle
    /// latest`; `nil` for a single word.
    package static func end(of name: String) -> Substring? {
        if let colon = name.lastIndex(of: ":"), colon > name.startIndex, name[colon...].dropFirst().first?.isNumber == true {
            return name[colon...]
        }
        return name.lastIndex(of: " ").map { name[$0...].dropFirst() }
    }

    /// The name in at most `count` characters: whole, as `AsyncThrowingSt…:97`, or cut at its end.
    package static func fitted(_ name: String, to count: Int) -> String {
        guard name.count > count else { return name }
        let end = end(of: name) ?? ""
        return end.count + 1 < count ? "\(name.prefix(count - 1 - end.count))…\(end)" : "\(name.prefix(count - 1))…"
    }
}
