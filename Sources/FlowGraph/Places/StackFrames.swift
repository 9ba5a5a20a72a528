import FlowTrace

extension TracedPlaces {
    /// The module whose calls record a stack.
    private static let recorder = "FlowTrace"

    /// The calls of a stack, the innermost first, without the recorder and what the compiler made; a call without a name has its
    /// module and address.
    func frames(of stack: UInt32) -> [RecordedStack.Frame] {
        (stacks[stack] ?? []).flatMap { frame -> [RecordedStack.Frame] in
            let image = images[frame.module] ?? "?"
            let isSystem = SystemImage.isOne(image)
            guard frame.module > 0, let named = names[Address(module: frame.module, offset: frame.address)] else {
                return [RecordedStack.Frame(SourcePlace(module: image, address: frame.address), isUsers: false)]
            }
            return zip(named.functions, named.codes).filter { !$1.isGenerated && $1.module != TracedPlaces.recorder }.map {
                function, code in
                let place = SourcePlace(
                    function: code.name, file: function.file, line: function.line, module: code.module ?? image)
                return RecordedStack.Frame(place, isUsers: !isSystem && UserCode.isUsers(code, in: function.file))
            }
        }
    }
}

extension TracedGraph {
    /// The edge whose facts include a store.
    fileprivate func feeder(ofStore store: EdgeID) -> TracedEdge.Index? {
        factsOfStores.first { $0.value.contains { $0.id == store } }?.key
    }
}

extension Reconstruction {
    /// The most stacks that feed a stream to tell.
    private static let fedStacks = 4

    /// The stack of the newest subscription or creation of an edge, and the stacks that feed the stream below it.
    ///
    /// - Complexity: O(the number of edges).
    public func stacks(of edge: EdgeID) -> [RecordedStack] {
        let index = graph.edges.lastIndex { $0.id == edge }.map(TracedEdge.Index.init(position:)) ?? graph.feeder(ofStore: edge)
        guard let traced = index.map({ graph.edges[$0] }) else { return [] }
        let made = RecordedStack(.made, graph.places.frames(of: traced.stack))
        let fed = traced.fedStacks.prefix(Reconstruction.fedStacks).map { RecordedStack(.fed, graph.places.frames(of: $0)) }
        return ([made] + fed).filter { !$0.frames.isEmpty }
    }
}

extension Reconstruction {
    /// The number of the consumer of a live edge, by which a viewer may hold it; `nil` for an edge over, and for one that feeds a
    /// stream.
    ///
    /// - Complexity: O(the number of edges).
    package func consumerNumber(of edge: EdgeID) -> UInt64? {
        let traced = graph.edges.last { $0.id == edge }
        guard let traced, traced.isLive, traced.source != .feeder else { return nil }
        return traced.key.id
    }
}
