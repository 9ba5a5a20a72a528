// A program whose types have the names that anybody gives: flowviz takes none of them.
struct Flow: Equatable { var litres: Int }
enum Stage { case first, last }
struct Input { var text: String }
struct Staged { var stage: Stage }
struct Inner {}
struct Carried {}
struct Delivered {}
protocol Parser {
    associatedtype Input
    func parse(_ input: Input) -> Int
}
struct Length: Parser { func parse(_ input: [UInt8]) -> Int { input.count } }
let (flows, toFlows) = AsyncStream.makeStream(of: Flow.self)
toFlows.yield(Flow(litres: 3))
toFlows.finish()
for await flow in flows { print(flow.litres, Staged(stage: .last).stage, Input(text: "a").text, Length().parse([1, 2])) }
