import FlowTrace

/// Facts about places in the traced program's code.
extension Reconstruction {
    /// Applies a fact about the program's code: a module, a frame of a stack, or a name.
    mutating func applyCode(_ fact: FactKind, _ call: HookCall) {
        let (key, record) = (call.key, call.record)
        switch fact {
        case .module: graph.places.setImage(key.tag, path: call.text)
        case .frame:
            let frame = CodeFrame(module: UInt32(truncatingIfNeeded: record.b), address: key.id)
            graph.places.addFrame(frame, at: Int(record.subkind), to: key.tag)
        case .placeName:
            if let function = PlaceName.Function(text: call.text) { graph.addName(function, at: Int(record.subkind), key) }
        default: break
        }
    }

    /// Applies the stack of the subscription in progress or its stream, of a value that the program yields or sends, of a stream's
    /// end, or of a consumer.
    mutating func applyStack(_ call: HookCall) {
        switch call.record.stackRole {
        case .subscribed: apply(TracedFact(kind: .stack, key: call.key), on: call.thread)
        case .fed:
            guard let edge = edge(of: call) else { break }
            graph.addFeedingStack(call.key.tag, of: edge)
            log.feed(graph.edges[edge].id, in: call.record.stackTask)
            feed(edge, in: call.record.stackTask)
        case .consumed:
            guard let edge = edge(of: call) else { break }
            showStack(\.consumingStack, call.key.tag, of: edge)
            graph.setTask(call.record.stackTask, of: edge)
            graph.setExecutor(call.record.executor, of: edge)
        case .made:
            apply(TracedFact(kind: .stack, key: call.key, subkind: StackRole.made.rawValue), on: call.thread)
        case .ended:
            if let edge = edge(of: call) { showStack(\.endingStack, call.key.tag, of: edge) }
        case nil: break
        }
    }

    private mutating func showStack(_ purpose: WritableKeyPath<TracedEdge, UInt32>, _ stack: UInt32, of edge: TracedEdge.Index) {
        graph.setStack(stack, purpose, of: edge)
        graph.showPlaces(of: edge)
    }

    /// The edge that the stack of a value, an end or a consumer names.
    private mutating func edge(of call: HookCall) -> TracedEdge.Index? {
        beginSubscribing(on: call.thread)
        return graph.bySubscriber[HookKey(id: call.key.id, tag: 0)].last
    }
}
