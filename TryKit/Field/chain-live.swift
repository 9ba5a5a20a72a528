// The first input of a chain goes on for as long as the program; the second is not asked meanwhile, and grows.
import AsyncAlgorithms
let (news, toNews) = AsyncStream.makeStream(of: Int.self)
let (older, toOlder) = AsyncStream.makeStream(of: Int.self)
let reader = Task {
    var read = 0
    for await _ in chain(news, older) { read += 1 }
    return read
}
for number in 1...60 {
    if number % 6 == 0 { toNews.yield(number) }
    toOlder.yield(-number)
    try await Task.sleep(for: .milliseconds(20))
}
print("10 news, 60 older")
reader.cancel()
print("read", await reader.value)
