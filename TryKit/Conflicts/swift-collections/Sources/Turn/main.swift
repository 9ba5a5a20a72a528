import DequeModule

var deque = Deque<Int>()
let turns = AsyncStream { continuation in
    for turn in 1...3 { continuation.yield(turn) }
    continuation.finish()
}
for await turn in turns { deque.append(turn) }
print("turned \(deque.version) \(deque.popFirst() ?? 0)")
