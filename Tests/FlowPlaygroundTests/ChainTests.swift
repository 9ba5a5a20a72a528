import FlowPlayground
import Testing

@Suite("Chains")
struct ChainTests {
    @Test(arguments: ChainSamples.all + ScriptSamples.all)
    func `a chain gives what Swift gives`(chain: String, outputs: [String]) throws {
        let history = try ChainHistory(chain, until: 20)

        #expect(history.run.problem == nil)
        #expect(history.outputs.map(\.description) == outputs)
    }
}
