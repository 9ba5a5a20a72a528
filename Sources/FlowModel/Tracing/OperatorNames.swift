import FlowTrace

/// How a publisher's type is called in a chain: `Map<Filter<…>, Int>` is `map`.
enum OperatorNames {
    /// Types that are written otherwise than with a small first letter.
    private static let special = [
        "ReceiveOn": "receive(on:)", "SubscribeOn": "subscribe(on:)", "MeasureInterval": "measureInterval",
        "Concatenate": "append",
        "CollectByCount": "collect(n)", "Comparison": "max", "TryComparison": "tryMax",
        "DropUntilOutput": "drop(untilOutputFrom:)",
        "PrefixUntilOutput": "prefix(untilOutputFrom:)", "MapKeyPath": "map", "MapKeyPath2": "map", "MapKeyPath3": "map",
        "TryFirstWhere": "tryFirst(where:)", "TryLastWhere": "tryLast(where:)",
        "TryContainsWhere": "tryContains(where:)",
        "NotificationCenter": "publisher(for:)", "Drop": "dropFirst", "DropWhile": "drop(while:)",
        "TryDropWhile": "tryDrop(while:)", "PrefixWhile": "prefix(while:)",
        "TryPrefixWhile": "tryPrefix(while:)", "ContainsWhere": "contains(where:)", "FirstWhere": "first(where:)",
        "LastWhere": "last(where:)", "Sequence": "publisher", "Optional": "publisher", "Result": "publisher",
        "TimerPublisher": "timer",
    ]

    /// Types whose values come from nowhere above them.
    private static let sources: Set = [
        "PassthroughSubject", "CurrentValueSubject", "Just", "Empty", "Fail", "Future", "Sequence", "Record", "Deferred",
        "TimerPublisher", "Optional", "Result", "NotificationCenter", "Published", "PublishedSubject",
        "ObservableObjectPublisher",
        "DataTaskPublisher",
    ]

    private static let keptTypes: Set = [
        "PassthroughSubject", "CurrentValueSubject", "Just", "Empty", "Fail", "Future", "Record", "Deferred",
    ]

    /// The type's own name, without what it is generic over and what it stands in; of a type that is just called `Publisher`, the
    /// type it stands in.
    static func base(of type: String) -> String {
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

    /// The name as a chain has it.
    static func name(ofPublisher type: String) -> String {
        let base = base(of: type)
        if let name = special[base] { return name }
        return keptTypes.contains(base) ? base : lowercased(base)
    }

    /// The name of a subscriber at the end of a chain.
    static func name(ofSubscriber type: String) -> String {
        lowercased(base(of: type))
    }

    /// What the node does, as far as drawing needs to know.
    static func role(ofPublisher type: String) -> NodeFact.Role {
        switch base(of: type) {
        case let base where sources.contains(base): .source
        case "Buffer", "RecordedBuffer": .buffer
        case "Pace": .pace
        case "ShareReplay": .replay
        default: .transform
        }
    }

    private static func lowercased(_ name: String) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }
}
