import FlowTrace

/// The places of nodes and edges in the traced program's source, by the stacks of its calls.
extension TracedGraph {
    /// The most places at which one stream is fed that are kept; further ones are counted.
    private static let fedPlaces = 64

    /// Records a stack of an edge: of its newest subscription or creation, of the functions that await its first value, or of the
    /// calls that made or ended the stream beside it.
    mutating func setStack(_ stack: UInt32, _ purpose: WritableKeyPath<TracedEdge, UInt32>, of edge: TracedEdge.Index) {
        guard stack > 0 else { return }
        edges[edge][keyPath: purpose] = stack
        edgesOfStack[stack, default: []].insert(edge)
    }

    /// Records a place that feeds the stream below an edge.
    mutating func addFeedingStack(_ stack: UInt32, of edge: TracedEdge.Index) {
        guard !edges[edge].fedStacks.contains(stack) else { return }
        guard stack > 0, edges[edge].fedStacks.count < TracedGraph.fedPlaces else {
            edges[edge].moreFed += 1
            return showPlaces(of: edge)
        }
        edges[edge].fedStacks.append(stack)
        edgesOfStack[stack, default: []].insert(edge)
        showPlaces(of: edge)
    }

    /// Applies a name, and shows the places that have changed.
    mutating func addName(_ function: PlaceName.Function, at depth: Int, _ key: HookKey) {
        for stack in places.addName(function, at: depth, module: key.tag, offset: key.id) {
            for edge in edgesOfStack[stack] ?? [] { showPlaces(of: edge) }
        }
    }

    /// Puts the places of an edge into its facts and those of its nodes: of the stage above, of a stream that it feeds, and of the
    /// consumer that it ends at.
    mutating func showPlaces(of edge: TracedEdge.Index) {
        let made = place(of: edges[edge])
        // The compiler may make several calls of one line.
        let fed = edges[edge].fedStacks.compactMap(places.place).reduce(into: [SourcePlace]()) { known, place in
            if !known.contains(place) { known.append(place) }
        }
        let ended = places.place(of: edges[edge].endingStack)
        guard made != nil || !fed.isEmpty || ended != nil || edges[edge].moreFed > 0 else { return }
        let more = edges[edge].moreFed
        change(edge) { ($0.place, $0.fedAt, $0.moreFedAt, $0.endedAt) = (made, fed, more, ended) }
        if edges[edge].streamNode != nil {
            showFeeding(fed.first ?? ended, of: edge)
        } else {
            let making = makingPlace(of: edges[edge])
            let stack = making == nil ? edges[edge].stack : edges[edge].makingStack
            setPlace(making ?? made, calledIn: stack, of: edges[edge].node, by: edge)
        }
        if let stream = edges[edge].streamNode {
            setPlace(made, calledIn: edges[edge].stack, of: stream, by: edge)
        } else if !edges[edge].hadDownstream, let consumer = factOfEdge[edge]?.downstream {
            setPlace(made, calledIn: edges[edge].stack, of: consumer, by: edge)
        }
    }

    /// The place of an edge. The functions that await a consumer tell its function better than the stack on which its iterator was
    /// made: that has no caller of a loop of Swift's own, but perhaps a function that runs the task. It tells the line better.
    private func place(of edge: TracedEdge) -> SourcePlace? {
        let made = places.place(of: edge.stack)
        guard let awaiting = places.place(of: edge.consumingStack), awaiting.address == nil else { return made }
        return made?.isOfFunction(of: awaiting) == true ? made : awaiting
    }

    /// The place that made the stream above an edge: its line is the given one, which may begin a call of several lines.
    private func makingPlace(of edge: TracedEdge) -> SourcePlace? {
        guard let made = places.place(of: edge.makingStack), let location = edge.location, made.line > 0 else { return nil }
        guard made.file.split(separator: "/").last == location.fileID.split(separator: "/").last else { return nil }
        return SourcePlace(function: made.function, file: made.file, line: location.line, module: made.module)
    }

    /// Shows the place that feeds a stream, or ends it, at the stage of its yields or sends, unless that has a label: its line is
    /// that of the stream, which feeds nothing. The place of its making is known before it is known to be a stream.
    private mutating func showFeeding(_ place: SourcePlace?, of edge: TracedEdge.Index) {
        if edges[edge].label == nil { describe(edge) { $0.location = nil } }
        if place == nil, placedBy[edges[edge].node] == edge { describe(edge) { ($0.place, $0.caller) = (nil, nil) } }
        setPlace(place, of: edges[edge].node, by: edge)
    }

    /// A node has the place of the first edge that tells one, and the caller by the stack of the place.
    private mutating func setPlace(
        _ place: SourcePlace?, calledIn stack: UInt32 = 0, of node: NodeID, by edge: TracedEdge.Index
    ) {
        guard let place, placedBy[node, default: edge] == edge else { return }
        placedBy[node] = edge
        let caller = places.caller(of: place, in: stack)
        describe(node) { ($0.place, $0.caller) = (place, caller) }
    }
}
