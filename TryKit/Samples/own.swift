// Operators and names that the file declares itself: they are its own, whatever flowviz has under these names.
extension AsyncSequence {
    func removeDuplicates() -> AsyncMapSequence<Self, Element> { map { print("mine", $0); return $0 } }
    func probe(_ name: String) -> AsyncMapSequence<Self, Element> { map { print(name, $0); return $0 } }
    func mapError() -> String { "my mapError" }
}
func merge<S: AsyncSequence>(_ a: S, _ b: S) -> String { "my merge" }
protocol Taking {
    associatedtype Input
    func make() -> Input
    func take(_ input: Input)
}
struct Taker: Taking {
    func make() -> Int { 1 }
    func take(_ input: Input) { print("took", input) }
}
let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
print(stream.mapError(), merge(stream, stream))
continuation.yield(1)
continuation.finish()
for await value in stream.probe("probed").removeDuplicates() { Taker().take(value) }
