// A stream that keeps the newest, and is read after it is full.
let (numbers, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(5))
for number in 1...20 { continuation.yield(number) }
continuation.finish()

for await number in numbers.map({ $0 * 2 }) { print(number) }
