@testable import FlowTrace

/// The log of a program, written by hand: chains of operators, and their signals.
struct ProgramLog {
    private(set) var log = TraceLog()
    private var nodes: [String: NodeID] = [:]
    private var edges: UInt32 = 0

    /// Declares `from → to → …`, each operator once by its name, and returns the edges.
    @discardableResult
    mutating func chain(_ names: String...) -> [EdgeID] {
        zip(names, names.dropFirst()).map { edge(.link, from: node($0), to: node($1)) }
    }

    /// Declares the store of an operator.
    mutating func store(_ name: String) -> EdgeID {
        edge(.store, from: node(name), to: node(name))
    }

    /// Records an event at a time in milliseconds.
    mutating func record(_ kind: SignalKind, on edge: EdgeID, at milliseconds: UInt64, _ payload: TraceEvent.Payload = .none) {
        let event = TraceEvent(time: milliseconds * 1_000_000, kind: kind, edge: edge, payload: payload)
        log.append(event, thread: 1, bytes: nil)
    }

    /// Records that a value was lost.
    mutating func drop(on edge: EdgeID, at milliseconds: UInt64, _ payload: TraceEvent.Payload, _ reason: DropReason) {
        let event = TraceEvent(
            time: milliseconds * 1_000_000, kind: .dropped, edge: edge, flags: reason.rawValue, payload: payload)
        log.append(event, thread: 1, bytes: nil)
    }

    /// Sets the type of an edge's values.
    mutating func setType(_ type: String, of edge: EdgeID) {
        guard var fact = log.edge(edge) else { return }
        fact.valueType = type
        log.declare(nodes: [], edges: [fact])
    }

    /// Records an event with a text and a cause.
    mutating func append(_ event: TraceEvent, _ bytes: UnsafeRawBufferPointer, cause: Int?) {
        log.add(event, thread: 1, bytes: bytes, cause: cause)
    }

    /// The node of a name. The text before a `#` is the operator's name.
    private mutating func node(_ name: String) -> NodeID {
        if let known = nodes[name] { return known }
        let id = NodeID(rawValue: UInt32(nodes.count + 1))
        nodes[name] = id
        let plain = String(name.split(separator: "#")[0])
        log.declare(nodes: [NodeFact(id: id, role: .transform, name: plain)], edges: [])
        return id
    }

    private mutating func edge(_ role: EdgeFact.Role, from: NodeID, to: NodeID) -> EdgeID {
        edges += 1
        let id = EdgeID(rawValue: edges)
        log.declare(nodes: [], edges: [EdgeFact(id: id, role: role, label: "\(edges)", upstream: from, downstream: to)])
        return id
    }
}
