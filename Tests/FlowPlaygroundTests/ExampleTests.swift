import FlowPlayground
import Testing

@Suite("Examples of the table")
struct ExampleTests {
    @Test(arguments: OperatorTable.operators.map(\.example)) func runs(example: String) throws {
        do {
            let history = try ChainHistory(example, until: 20)
            print("OK", example, history.output, history.run.problem?.message ?? "")
        } catch let problem as Problem {
            print("BAD", problem.lines(in: SourceText(example)).joined(separator: "\n"))
        }
    }
}
