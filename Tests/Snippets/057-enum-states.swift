import Combine

enum State {
    case idle
    case loading
    case loaded([String])
    case failed(String)
}

let state = CurrentValueSubject<State, Never>(.idle)

let c =
    state
    .map { state -> String in
        switch state {
        case .idle:
            return "nothing to show"
        case .loading:
            return "loading…"
        case .loaded(let items):
            return "\(items.count) items"
        case .failed(let reason):
            return "failed: \(reason)"
        }
    }
    .sink { print($0) }

state.send(.loading)
state.send(.loaded(["a", "b"]))
state.send(.failed("no network"))
