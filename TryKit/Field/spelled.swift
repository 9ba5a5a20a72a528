// Types and functions of streams as people spell them: references to functions, the module's name, conformances, switches.
protocol Source {
    associatedtype Values: AsyncSequence where Values.Element == Int
    var values: Values { get }
}
struct Wire: Source { var values: AsyncStream<Int> }
struct Silence: Source { var values: some AsyncSequence<Int, Never> { AsyncStream { $0.finish() } } }
extension AsyncThrowingStream: Source where Element == Int {
    typealias Values = Self
    var values: Self { self }
}
typealias Maker = (AsyncStream<Int>.Continuation) -> Void
func made(_ body: @escaping Maker) -> AsyncStream<Int> { AsyncStream(Int.self, body) }
let make: (Int.Type, AsyncStream<Int>.Continuation.BufferingPolicy, (AsyncStream<Int>.Continuation) -> Void) -> AsyncStream<Int> =
    AsyncStream.init(_:bufferingPolicy:_:)
let pair = AsyncStream<Int>.makeStream(of:bufferingPolicy:)
func sum(_ stream: _Concurrency.AsyncStream<Int>) async -> Int { await stream.reduce(0, +) }
func policy(_ policy: AsyncStream<Int>.Continuation.BufferingPolicy) -> String {
    switch policy {
    case .unbounded: "all"
    case .bufferingOldest(let count): "oldest \(count)"
    case .bufferingNewest(let count): "newest \(count)"
    @unknown default: "other"
    }
}
func pulled() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream(unfolding: { nil }) }
var continuations: Set<AsyncStream<Int>.Continuation> = []
let (stream, continuation) = pair(Int.self, .unbounded)
continuations.insert(continuation)
for number in 1...3 { continuation.yield(number) }
continuation.finish()
let first = await stream.reduce(0, +)
let second = await make(Int.self, .unbounded) { for number in 4...5 { $0.yield(number) }; $0.finish() }.reduce(0, +)
let third = await made { $0.yield(4); $0.finish() }.reduce(0, +) + sum(AsyncStream { $0.yield(2); $0.finish() })
print(first, second, third, policy(.bufferingNewest(2)), continuations.count)
for try await value in pulled() { print(value) }
for await value in Silence().values { print(value) }
