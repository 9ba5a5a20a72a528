// Values of two streams with one loop behind: each is delivered as itself.
import AsyncAlgorithms
let (odd, toOdd) = AsyncStream.makeStream(of: Int.self)
let (even, toEven) = AsyncStream.makeStream(of: Int.self)
for number in [1, 3, 5] {
    toOdd.yield(number)
    toEven.yield(number + 1)
}
toOdd.finish()
toEven.finish()
var sum = 0
for await number in merge(odd, even) { sum += number }
print("sum", sum)
