import Combine

enum Action {
    case increment
    case decrement
    case set(Int)
}

let actions = PassthroughSubject<Action, Never>()

let state = actions.scan(0) { count, action in
    switch action {
    case .increment: return count + 1
    case .decrement: return count - 1
    case .set(let value): return value
    }
}

let c = state.prepend(0).sink { print("count = \($0)") }

actions.send(.increment)
actions.send(.increment)
actions.send(.set(10))
actions.send(.decrement)
