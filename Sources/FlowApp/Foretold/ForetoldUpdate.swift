import FlowModel
import FlowSessions
import FlowTrace
import FlowViews

/// A store foretold with another size, as the user has chosen it.
struct Foretold: Equatable {
    let lane: ForetoldLane
    /// The number of the program's events that it was foretold from.
    let known: Int
}

/// Handles the keys that choose another size for the store of the selected lane of a program.
enum ForetoldUpdate {
    /// Whether these keys choose a size on a lane; a lane of a running program may be slowed by them instead.
    static func isSized(_ lane: ScreenLane, in model: StreamModel) -> Bool {
        lane.kind == .buffer && model.node(ofLane: lane.index)?.mayBeSized == true
    }

    /// The selected lane, if it is of a store.
    static func sizedLane(_ state: AppState, in model: StreamModel) -> ScreenLane? {
        let lanes = ScreenLane.lanes(of: model)
        guard state.program?.opened != nil, lanes.indices.contains(state.selection) else { return nil }
        return isSized(lanes[state.selection], in: model) ? lanes[state.selection] : nil
    }

    /// Foretells the store with the next size, or ends the forecast at the recorded one.
    static func change(up: Bool, _ state: inout AppState, _ playback: Playback) {
        guard let (store, edge) = store(&state, playback) else { return }
        let old = state.foretold.flatMap { $0.lane.edge == edge ? $0.lane.size : nil }
        if let size = store.size(after: old ?? store.ownSize, up: up) { return show(size, of: store, &state, playback) }
        guard up, old != nil, store.ownSize == nil else { return _ = state.refuse(.isLastSize(old ?? store.ownSize, up: up)) }
        // Beyond the largest size is that of a store that has no limit.
        end(&state, "\(store.name) has no limit again, as it was")
    }

    /// Foretells the store of the selected lane with a size.
    static func show(size: Int, _ state: inout AppState, _ playback: Playback) {
        guard let (store, _) = store(&state, playback) else { return }
        guard size >= store.smallestSize else { return state.notice = "no value would pass \(store.name) with size \(size)" }
        show(size, of: store, &state, playback)
    }

    private static func show(_ size: Int, of store: LaneStore, _ state: inout AppState, _ playback: Playback) {
        guard size != store.ownSize else { return end(&state, "\(store.name) has size \(size) again, as it was") }
        state.foretold = Foretold(lane: store.lane(ofSize: size), known: playback.stores?.count ?? 0)
    }

    /// The store of the selected lane; `nil`, with a notice of the reason, if it cannot be foretold.
    private static func store(_ state: inout AppState, _ playback: Playback) -> (LaneStore, EdgeID)? {
        let model = playback.facts.model
        guard let lane = sizedLane(state, in: model), let edge = model.edge(ofLane: lane.index)?.id, let records = playback.stores
        else { return nil }
        guard let store = LaneStore(ofLane: edge, in: records) else {
            state.notice = "\(lane.name) has held no value yet, so there is nothing to foretell"
            return nil
        }
        guard let doubt = store.doubt else { return (store, edge) }
        state.notice = "no other size of \(store.name) is foretold: \(doubt)"
        return nil
    }

    private static func end(_ state: inout AppState, _ notice: KeyText) {
        state.foretold = nil
        state.notice = notice
    }

    /// The most events of a running program from which its forecast is made anew by itself.
    private static let mostRefreshed = 200_000

    /// Foretells from new events too, once they are a tenth of the known ones.
    static func refresh(_ state: inout AppState, _ playback: Playback) {
        guard let foretold = state.foretold, let records = playback.stores, records.count <= mostRefreshed,
            records.count > foretold.known + foretold.known / 10, let store = LaneStore(ofLane: foretold.lane.edge, in: records)
        else { return }
        if let doubt = store.doubt { return end(&state, "no other size of \(store.name) is foretold any more: \(doubt)") }
        state.foretold = Foretold(lane: store.lane(ofSize: foretold.lane.size), known: records.count)
    }

    /// Adds the foretold lane, and the keys that choose a size.
    static func apply(_ state: AppState, to screen: inout ScreenState) {
        guard state.program?.opened != nil else { return }
        let model = screen.panes[0].model
        screen.panes[0].foretold = state.foretold?.lane
        guard let lane = sizedLane(state, in: model) else { return }
        let foretold = state.foretold.flatMap { $0.lane.edge == model.edge(ofLane: lane.index)?.id ? $0.lane.size : nil }
        let own = model.node(ofLane: lane.index)?.capacity.map(String.init) ?? "unlimited"
        screen.keys.number = ("size", foretold.map { "\($0), was \(own)" } ?? own)
    }
}
