/// The picture that a viewer sees, read from its text: elements with their places and paints.
struct SeenPicture {
    private struct Group {
        var isVisible = true
        var fill: String?
        var shift = 0
    }

    private let style: Substring
    /// When the picture is looked at, as a share of the whole animation; `nil` if no animation is played.
    private let progress: Double?
    /// Each with its attributes in the order of their names, and its text.
    private(set) var elements: [String] = []

    /// - Parameter progress: From 0, and below 1.
    init(_ svg: String, at progress: Double?) {
        self.progress = progress
        style = svg.firstMatch(of: #/<style>(.*?)</style>/#)?.output.1 ?? ""
        let body = svg.replacing(#/<style>.*?</style>/#, with: "")
        var groups = [Group()]
        typealias Element = (name: Substring, attributes: [Substring: Substring], text: Substring)
        var definitions: [Substring: [Element]] = [:]
        /// The group of which the elements are being defined.
        var defined: Substring?
        for tag in body.matches(of: #/<(\/?)(\w+)([^>]*?)\/?>([^<]*)/#) {
            let (_, closing, name, words, text) = tag.output
            var attributes = Dictionary(uniqueKeysWithValues: words.matches(of: #/([\w-]+)="([^"]*)"/#).map { ($0.1, $0.2) })
            let group = inside(groups[groups.count - 1], attributes)
            switch (closing.isEmpty, name) {
            case (true, "g"):
                defined = attributes["id"]
                groups.append(group)
            case (false, "g"):
                defined = nil
                groups.removeLast()
            case (true, "use"):
                for var used in definitions[attributes["href"]?.dropFirst() ?? ""] ?? [] {
                    used.attributes["x"] = SeenPicture.sum(used.attributes["x"], attributes["x"])
                    used.attributes["y"] = SeenPicture.sum(used.attributes["y"], attributes["y"])
                    see(used.name, used.attributes, used.text, inside(group, used.attributes))
                }
            case (true, "text"), (true, "rect"):
                if let defined {
                    definitions[defined, default: []].append((name, attributes, text))
                } else if let id = attributes.removeValue(forKey: "id") {
                    definitions[id] = [(name, attributes, text)]
                } else {
                    see(name, attributes, text, group)
                }
            default: break
            }
        }
    }

    /// Returns the coordinate of an element that is used at an offset.
    private static func sum(_ own: Substring?, _ added: Substring?) -> Substring? {
        guard let own, let added else { return own }
        if let one = Int(own), let other = Int(added) { return "\(one + other)" }
        return Double(own).flatMap { one in Double(added).map { "\(one + $0)"[...] } }
    }

    private mutating func see(_ name: Substring, _ attributes: [Substring: Substring], _ text: Substring, _ group: Group) {
        guard group.isVisible else { return }
        var attributes = attributes
        for name in ["class", "shape-rendering"] { attributes[name[...]] = nil }
        if let x = attributes["x"].flatMap({ Int($0) }) { attributes["x"] = "\(x + group.shift)" }
        if let fill = group.fill { attributes["fill"] = fill[...] }
        let words = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        elements.append("\(name) \(words.joined(separator: " ")) \(name == "text" ? text : "")")
    }

    private func inside(_ group: Group, _ attributes: [Substring: Substring]) -> Group {
        var group = group
        let classes = (attributes["class"] ?? "").split(separator: " ")
        for name in classes {
            if let fill = rule(name, "fill") { group.fill = fill }
        }
        if let life = classes.first(where: { $0.hasPrefix("v") }) { group.isVisible = isVisible(life, classes) }
        if classes.contains("m") { group.shift = shift(attributes["transform"]) }
        return group
    }

    private func rule(_ name: Substring, _ property: String) -> String? {
        text(after: ".\(name){", upTo: "}")?.split(separator: ";").first { $0.hasPrefix("\(property):") }
            .map { String($0.dropFirst(property.count + 1)) }
    }

    private func text(after start: String, upTo end: String) -> Substring? {
        guard let start = style.firstRange(of: start)?.upperBound else { return nil }
        return style[start...].firstRange(of: end).map { style[start..<$0.lowerBound] }
    }

    private func isVisible(_ life: Substring, _ classes: [Substring]) -> Bool {
        guard let progress else { return classes.contains("s") }
        let period = seconds(rule(life, "animation")?.split(separator: " ")[1])
        let delay = classes.first { $0.hasPrefix("b") }.map { seconds(rule($0, "animation-delay")?[...]) } ?? 0
        let own = progress - delay / period
        return own - own.rounded(.down) < end(of: life) / 100
    }

    private func end(of life: Substring) -> Double {
        let name = rule(life, "animation")?.split(separator: " ")[0] ?? ""
        return text(after: "@keyframes \(name){0%{visibility:visible}", upTo: "%,to{visibility:hidden}}").flatMap { Double($0) }
            ?? .nan
    }

    private func shift(_ transform: Substring?) -> Int {
        guard let progress else { return transform.flatMap { Int($0.drop { $0 != "(" }.dropFirst().dropLast()) } ?? 0 }
        let frames = style.firstMatch(of: #/@keyframes \w*m\{((?:[^{}]*\{[^}]*\})*)\}/#)?.output.1 ?? ""
        let moves = frames.matches(of: #/([0-9.]+)%\{transform:translate\((-?[0-9]+)px\)\}/#)
        return moves.last { (Double($0.1) ?? 0) <= progress * 100 }.flatMap { Int($0.2) } ?? 0
    }

    private func seconds(_ text: Substring?) -> Double { text.flatMap { Double($0.dropLast()) } ?? .nan }
}
