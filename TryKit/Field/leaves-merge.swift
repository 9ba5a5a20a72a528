// The loop takes two values of a merge and leaves: what the inputs hold, and what merge has taken already, nobody gets.
import AsyncAlgorithms
let (left, toLeft) = AsyncStream.makeStream(of: Int.self)
let (right, toRight) = AsyncStream.makeStream(of: Int.self)
for number in 1...5 {
    toLeft.yield(number)
    toRight.yield(number)
}
func two() async -> Int {
    var got = 0
    for await _ in merge(left, right) {
        got += 1
        try? await Task.sleep(for: .milliseconds(30))
        if got == 2 { break }
    }
    return got
}
print("got", await two())
toLeft.finish()
toRight.finish()
