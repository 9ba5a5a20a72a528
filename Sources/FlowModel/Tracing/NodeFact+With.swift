import FlowTrace

extension NodeFact {
    func with(capacity: Int) -> NodeFact {
        NodeFact(id: id, role: role, name: name, detail: detail, capacity: capacity)
    }

    func with(detail: String) -> NodeFact {
        NodeFact(id: id, role: role, name: name, detail: detail, capacity: capacity)
    }
}
