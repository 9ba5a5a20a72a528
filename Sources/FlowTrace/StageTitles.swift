/// The titles of a trace's stages. One node has one title, wherever it is shown.
///
/// A node's name is the label that the program gave to all its outputs, or else the name of its operator. Nodes of one name at
/// several lines of the source have their line after it: `for await:89`. Those of one line that several callers reach have the
/// caller's: `AsyncStream:12 via Service.swift:89`. The second and later nodes of the same name, line and caller have a number, by
/// the order of their first events: in a chain, from source to sink. So a title depends on the program's source and not on the
/// order in which its threads run, unless one line makes several stages for one caller.
struct StageTitles: Sendable {
    private struct Title: Sendable {
        var operation: String
        /// Whether it is the peer of a connection, which the label of its input names.
        var isPeer: Bool
        var name: String
        var site: StageNames.Site
        /// The node's place in the order of first events; `nil` before its first event.
        var order: Int?
    }

    private var titles: [NodeID: Title] = [:]
    private var names: [String: StageNames] = [:]
    /// The number of nodes with events.
    private var begunNodes = 0
    /// The nodes with events but no declaration.
    private var awaited: Set<NodeID> = []
    /// Whether each edge has events, by number up to ``limit``; `begunFar` has the edges beyond.
    private var begun: [Bool] = []
    private var begunFar: Set<UInt32> = []
    /// The program's labels of each node's outputs, with the number of edges of each label.
    private var labels: [NodeID: [String: Int]] = [:]
    /// The label of the last input of each node, if it has one.
    private var inputs: [NodeID: String] = [:]
    /// The number of subscriptions of each node.
    private var outputs: [NodeID: Int] = [:]

    /// Edges from this number on are kept in a set, so that a corrupt number costs no memory.
    private static let limit: UInt32 = 1 << 16

    // MARK: Facts

    /// Names a node, or renames it.
    mutating func declare(_ node: NodeFact) {
        var title =
            titles[node.id]
            ?? Title(
                operation: node.name, isPeer: node.operation == .peer, name: node.name, site: StageNames.Site(node))
        (title.operation, title.isPeer) = (node.name, node.operation == .peer)
        title.site = StageNames.Site(node)
        replace(node.id, by: title)
        if awaited.remove(node.id) != nil { begin(node.id) }
        rename(node.id)
    }

    /// Adds or replaces the fact of an edge, and renames its upstream nodes.
    mutating func declare(_ edge: EdgeFact, insteadOf old: EdgeFact?) {
        if let old { count(old, -1) }
        count(edge, 1)
        if edge.role == .link, let node = edge.downstream { inputs[node] = edge.givenLabel }
        for node in [old?.upstream, edge.upstream, edge.downstream].compactMap(\.self) { rename(node) }
        if !isNew(edge.id) { _ = beginStages(of: edge) }
    }

    private mutating func count(_ edge: EdgeFact, _ change: Int) {
        guard edge.role == .link, let node = edge.upstream else { return }
        outputs[node, default: 0] += change
        guard let label = edge.givenLabel else { return }
        let number = labels[node]?[label, default: 0] ?? 0
        labels[node, default: [:]][label] = number + change == 0 ? nil : number + change
    }

    /// Names a node after its label, or else its operator.
    private mutating func rename(_ node: NodeID) {
        guard var title = titles[node] else { return }
        // A label on one of several outputs names only that output.
        let label = title.isPeer ? peer(node, title.operation) : labels[node]?.first { $0.value == outputs[node] }?.key
        title.name = label ?? title.operation
        replace(node, by: title)
    }

    /// The name of a peer after the label of its input: `peer 10.0.0.1:80` for `10.0.0.1:80 outbound`, or for
    /// `10.0.0.7:412 to 10.0.0.1:80 outbound`; `nil` without an address.
    private func peer(_ node: NodeID, _ operation: String) -> String? {
        let words = inputs[node].map { Array($0.split(separator: " ").dropLast()) } ?? []
        let address = words.suffix(from: words.lastIndex(of: "to").map { $0 + 1 } ?? 0)
        return address.isEmpty ? nil : "\(operation) \(address.joined(separator: " "))"
    }

    private mutating func replace(_ node: NodeID, by title: Title) {
        let old = titles.updateValue(title, forKey: node)
        guard let order = title.order, let old, (old.name, old.site) != (title.name, title.site) else { return }
        names[old.name]?.remove(order, at: old.site)
        names[title.name, default: StageNames()].add(order, at: title.site)
    }

    // MARK: Events

    /// Whether an edge has no event yet.
    @inline(__always)
    func isNew(_ edge: EdgeID) -> Bool {
        edge.rawValue < begun.count ? !begun[Int(edge.rawValue)] : !begunFar.contains(edge.rawValue)
    }

    /// Begins the nodes of an edge at its first event. Returns whether a title has changed.
    ///
    /// - Parameter fact: `nil` if the edge is not declared.
    mutating func begin(_ edge: EdgeID, _ fact: EdgeFact?) -> Bool {
        setBegun(edge.rawValue)
        guard let fact else { return false }
        return beginStages(of: fact)
    }

    /// Begins the upper node of an edge, then the lower one, unless they have begun.
    private mutating func beginStages(of edge: EdgeFact) -> Bool {
        var hasChanged = false
        for node in [edge.upstream, edge.downstream].compactMap(\.self) {
            if titles[node] == nil { awaited.insert(node) } else if begin(node) { hasChanged = true }
        }
        return hasChanged
    }

    @discardableResult
    private mutating func begin(_ node: NodeID) -> Bool {
        guard let title = titles[node], title.order == nil else { return false }
        begunNodes += 1
        titles[node]?.order = begunNodes
        names[title.name, default: StageNames()].add(begunNodes, at: title.site)
        return names[title.name]?.isShared == true
    }

    private mutating func setBegun(_ number: UInt32) {
        guard number < StageTitles.limit else {
            begunFar.insert(number)
            return
        }
        if number >= begun.count { begun.append(contentsOf: repeatElement(false, count: Int(number) + 1 - begun.count)) }
        begun[Int(number)] = true
    }

    // MARK: Asking

    /// The name of a node without its line and number, `nil` if it is not declared.
    func name(_ node: NodeID) -> String? { titles[node]?.name }

    /// The line, the caller and the number after a node's name: `:89`, ` 2`, `:89 via :12 #2`; `nil` if it is not declared, empty
    /// if its name is enough.
    func suffix(_ node: NodeID) -> String? { titles[node].map { names[$0.name]?.suffix(of: $0.order, at: $0.site) ?? "" } }

    /// The name of a node with its line and number, `nil` if it is not declared.
    func title(_ node: NodeID) -> String? { titles[node].flatMap { title in suffix(node).map { title.name + $0 } } }

    /// Whether a node has several subscriptions.
    func isFork(_ node: NodeID) -> Bool { outputs[node, default: 0] > 1 }
}

extension TraceLog {
    /// The name of a node's stage: the label that the program gave to all its outputs, or else the name of its operator. Stages
    /// of one name at several lines have their line after it, those of one line with several callers the caller, and the second and
    /// later stages of one caller a number. `nil` if the node is not declared.
    public func stageName(_ id: NodeID) -> String? { titles.title(id) }

    /// The name of a node's stage without its line and number; `nil` if the node is not declared.
    public func stageNameAlone(_ id: NodeID) -> String? { titles.name(id) }

    /// The line, the caller and the number after the name of a node's stage: `:89`, ` 2`, `:89 via :12 #2`. Empty if the name is
    /// enough; `nil` if the node is not declared.
    public func stageSuffix(_ id: NodeID) -> String? { titles.suffix(id) }

    /// The name of an edge's upstream stage; the edge's label if the stage is unknown.
    public func edgeStage(_ id: EdgeID) -> String {
        let edge = edge(id)
        return edge?.upstream.flatMap(titles.title) ?? edge?.label ?? "\(id)"
    }

    /// The name of an edge: its label, or the names of its stages if the label only repeats the upstream stage's name.
    public func edgeName(_ id: EdgeID) -> String? { edge(id).map(edgeName) }

    /// The name of an edge, from its fact.
    package func edgeName(_ edge: EdgeFact) -> String {
        guard let upper = edge.upstream, let node = node(upper), let label = edge.separateLabel(below: node.name),
            label != titles.name(upper)
        else { return stageNames(of: edge) }
        return label
    }

    /// The name of an edge's upstream stage, and below a fork also of its downstream stage: `share > sink 2`. The edge's label if
    /// the upstream stage is unknown.
    package func stageNames(of edge: EdgeFact) -> String {
        guard let upper = edge.upstream, let title = titles.title(upper) else { return edge.label }
        guard edge.role == .link, titles.isFork(upper), let lower = edge.downstream.flatMap(titles.title) else { return title }
        return "\(title) > \(lower)"
    }
}

extension EdgeFact {
    /// The program's label without a number; for a store the label of its stage.
    package var plainLabel: String {
        if let givenLabel { return givenLabel }
        guard role == .store else { return label }
        var words = label.split(separator: " ", omittingEmptySubsequences: false)
        // The stores of one stage have numbers.
        if words.count > 2, words.last?.allSatisfy(\.isNumber) == true, EdgeFact.isDeed(words[words.count - 2]) {
            words.removeLast()
        }
        guard words.count > 1, let deed = words.last, EdgeFact.isDeed(deed) else { return label }
        return words.dropLast().joined(separator: " ")
    }

    /// Whether a word at the end of a store's label is the state of its values.
    private static func isDeed(_ word: Substring) -> Bool { word == "held" || word == "waiting" }

    /// The edge's label; `nil` if it only repeats the upstream operator's name, with or without a number, like the tracer's
    /// labels.
    package func separateLabel(below operation: String) -> String? {
        let label = plainLabel
        guard label.hasPrefix(operation) else { return label }
        let rest = label.dropFirst(operation.count)
        return rest.isEmpty || rest.first == " " && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber) ? nil : label
    }
}
