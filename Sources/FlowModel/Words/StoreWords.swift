import FlowTrace

/// What captions say of a store: what it is called, who takes from it, and why a value has to stay in it.
struct StoreWords {
    let facts: StreamFacts
    /// The lane of the store.
    let lane: Int

    private var model: StreamModel { facts.model }

    /// Its node, the operator that holds.
    var node: NodeFact? {
        model.node(ofLane: lane)
    }

    /// `the buffer`; in a program the operator's name.
    var name: String {
        guard model.isProgram else { return "the buffer" }
        return node?.name ?? model.lanes[lane].spec.name
    }

    /// The name at the beginning of a sentence.
    var capitalised: String {
        model.isProgram ? name : "The buffer"
    }

    /// The lane of what comes out of it, where there is one.
    var outlet: Int? {
        guard model.isProgram else { return facts.onlyOutput }
        return model.lanes.indices.first { lane in
            model.edge(ofLane: lane).map { $0.role == .link && $0.upstream == node?.id && node != nil } ?? false
        }
    }

    /// Who takes from it: `the subscriber`; in a program the operator below.
    var taker: String {
        guard model.isProgram else { return "the subscriber" }
        return outlet.flatMap { model.edge(ofLane: $0)?.downstream }.flatMap { model.node($0)?.name } ?? "the subscriber"
    }

    /// What a store waits for that does not wait for demand, by the operator's name; `nil` where it does.
    var waitsFor: String? {
        wait?.reason
    }

    /// What let a value go from a store that does not wait for demand; `nil` where demand did.
    var letsGo: String? {
        wait?.release
    }

    private var wait: (name: String, reason: String, release: String)? {
        guard model.isProgram, let name = node?.name else { return nil }
        return StoreWords.waits.first { name.hasPrefix($0.name) }
    }

    private static let waits: [(name: String, reason: String, release: String)] = [
        ("debounce", "debounce waits for silence", "the silence was long enough"),
        ("throttle", "throttle waits for the end of its interval", "its interval was over"),
        ("delay", "delay keeps it for its time", "its time was over"),
        ("collect", "collect waits until it has all it collects", "it has all it collects, or no more will come"),
        ("zip", "zip waits for a value of every input", "every input had one"),
        ("receive(on:)", "receive(on:) hands it to its scheduler", "the scheduler got round to it"),
        ("timeout", "timeout hands it to its scheduler", "the scheduler got round to it"),
    ]
}
