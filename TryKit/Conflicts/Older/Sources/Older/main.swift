import AsyncAlgorithms
import DequeModule

var deque = Deque<Int>()
for await tick in ticks(below: 3) { deque.append(tick + 5) }
print("older \(deque.version) \(deque.popFirst() ?? 0)")
