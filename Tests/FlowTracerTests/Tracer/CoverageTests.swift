import FlowOperators
import FlowCombine
import Foundation
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph

/// No publisher type of OpenCombine 0.14 is missing in the pipelines.
@Suite("publisher types, covered")
struct CoverageTests {
    /// The types of the library, by file name; `AnyPublisher` is looked through, and the publishers of Foundation are traced in
    /// real time.
    static let types = """
        Just Empty Fail Future Deferred Record Optional Result Sequence PassthroughSubject CurrentValueSubject Published
        PublishedSubject ObservableObjectPublisher AllSatisfy TryAllSatisfy AssertNoFailure Autoconnect Breakpoint Buffer Catch
        TryCatch Encode Decode MapKeyPath MapKeyPath2 MapKeyPath3 Collect CollectByCount CompactMap TryCompactMap Comparison
        TryComparison Concatenate Contains ContainsWhere TryContainsWhere Count Debounce Delay Drop DropUntilOutput DropWhile
        TryDropWhile Filter TryFilter First FirstWhere TryFirstWhere FlatMap HandleEvents IgnoreOutput Last LastWhere TryLastWhere
        MakeConnectable Map TryMap MapError MeasureInterval Multicast Output PrefixUntilOutput PrefixWhile TryPrefixWhile Print
        ReceiveOn Reduce TryReduce RemoveDuplicates TryRemoveDuplicates ReplaceEmpty ReplaceError Retry Scan TryScan SetFailureType
        Share SubscribeOn SwitchToLatest Throttle Timeout Zip Zip3 Zip4
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Another version may have other types. Then this list must be reviewed.
    @Test func `the list is of the version that is built`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let pins =
            try JSONSerialization.jsonObject(with: Data(contentsOf: root.appending(path: "Package.resolved"))) as? [String: Any]
        let pin = (pins?["pins"] as? [[String: Any]])?.first { ($0["identity"] as? String) == "opencombine" }
        let version = (pin?["state"] as? [String: Any])?["version"] as? String

        #expect(version?.hasPrefix("0.14.") == true)
    }

    @Test func `every publisher type of the library is in a pipeline that the tracer sees`() {
        var seen: Set<String> = []
        for index in Pipeline.all.indices {
            let graph = Pipeline.runs(index)[0].found.graph
            for type in graph.edges.flatMap(\.publisherTypes) { seen.insert(graph.base(type)) }
        }

        #expect(CoverageTests.types.filter { !seen.contains($0) } == [])
    }

    @Test("every publisher type of the library means an operator of the catalogue", arguments: types)
    func catalogue(type: String) {
        if case .other(let name) = OperatorID(type: "OpenCombine.Publishers.\(type)<Swift.Int>") {
            Issue.record("'\(name)' is not in the catalogue")
        }
    }
}
