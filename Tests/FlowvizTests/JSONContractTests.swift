import FlowGraph
import FlowScenarios
import FlowTestSupport
import FlowText
import FlowTrace
import Foundation
import Testing

@testable import FlowAnalysis
@testable import FlowModel
@testable import flowviz
@testable import FlowVerdict

/// Checks docs/read-a-trace.md against the output of the commands.
@Suite("JSON contract", .notForever)
struct JSONContractTests {
    private static let page = "docs/read-a-trace.md"

    /// The diagnosis of a line of code that made several streams, and of a loop that feeds a stream; no scenario has any.
    private static var lives: String {
        var report = PipelineReport(
            time: .zero, window: 0, verdict: .unknown(.events), lastArrival: nil, stages: [], lives: StreamLives(), missing: [])
        let end = LoopFeed.End(name: "a", title: "a", place: nil, edges: [], nodes: [], isOfConnection: false, pipelines: [])
        let feed = LoopFeed(loop: end, stream: end, loopsThere: 1)
        report.loops = [true, false].map { LoopRelation(feed, isOwnLoop: $0) }
        report.title = PipelineTitle(
            id: PipelineID(edge: EdgeID(rawValue: 1)), stages: [], shape: [], place: nil, tests: [SuiteTest(id: "a")])
        return DiagnosisJSON.line(
            of: Diagnosis(
                reports: [report], isRun: true, hasNames: true, violations: ViolationList(), notes: [], isDamaged: false))
    }

    private struct Line {
        let keys: [String]
        let object: [String: Any]

        init(_ text: Substring) throws {
            object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            keys = Line.keys(text)
        }

        subscript(key: String) -> Any? { object[key].flatMap { $0 is NSNull ? nil : $0 } }
        func text(_ key: String) -> String? { object[key] as? String }
        func number(_ key: String) -> Int? { object[key] as? Int }

        /// The keys in their order. No value of an event contains an object.
        private static func keys(_ text: Substring) -> [String] {
            let bare = text.replacing(#/:"(?:[^"\\]|\\.)*"/#, with: ":0")
            return bare.matches(of: #/"(\w+)":/#).map { String($0.output.1) }
        }
    }

    /// The events of every scenario: of all variants in a long run, otherwise of the last variant.
    private static func scenarios() throws -> [[Line]] {
        try Catalogue.scenarios.flatMap { scenario in
            try (Rounds.isLong ? scenario.variants : Array(scenario.variants.suffix(1))).map { variant in
                let run = try Program.run([
                    "run", scenario.id, "--variant", variant.id, "--until", "8", "--format", "jsonl",
                ])
                return try run.output.split(separator: "\n").map(Line.init)
            }
        }
    }

    /// The diagnosis of a trace with a measured executor.
    private static func executors() throws -> Line {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), clock: .custom { 5 })
        recorder.record(.request, on: recorder.declareEdge(.link, label: "a"), demand: .unlimited)
        recorder.record(.served, of: .pool, ExecutorFigures(wait: 3, word: 4, number: 2))
        recorder.close()
        return try Line(try Program.run(["diagnose", folder.path("a.fvz"), "--json"]).output.dropLast())
    }

    /// The events of a small program.
    private static func program() throws -> [Line] {
        let folder = try TemporaryFolder()
        let line = "printf '21\\n4\\n' | \"$0\" record -o \"$1\" -- \"$2\" 0 pairs && \"$0\" export \"$1\""
        let run = try Program.shell(line, [folder.path("a.fvz"), BuiltProgram.path("FlowTracedProgram")])
        return try run.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map(Line.init)
    }

    @Test func `each line has the fields of the page, in that order`() throws {
        let page = try Page(JSONContractTests.page)
        let all = page.fields(below: "Fields").map { $0[0].quotedCode[0] }
        let common = Array(all.dropLast(4))
        let lines = try JSONContractTests.scenarios().joined()
        let traced = try JSONContractTests.program()
        let ofProgram = ["t", "seq", "edge", "pipeline", "lane", "label"] + common.dropFirst(4) + ["doubts", "test"]

        #expect(all.suffix(4) == ["pipeline", "label", "doubts", "test"])
        #expect(lines.count > 1_000 && Set(lines.map(\.keys)) == [common])
        #expect(traced.count > 10 && Set(traced.map(\.keys)) == [ofProgram])
    }

    @Test func `kinds, reasons and doubts are those of the page`() throws {
        let page = try Page(JSONContractTests.page)
        let kinds = SignalKind.allCases.filter { $0 != .causeLink }.map(\.name)

        #expect(page.table(below: "Kinds").map { $0[0].quotedCode } == kinds.map { [$0] })
        #expect(
            page.table(below: "Reasons").map { $0[0].quotedCode }
                == (DropReason.allCases.map(\.name) + ["unseen"]).map { [$0] })
        #expect(page.table(below: "Doubts").map { $0[0].quotedCode } == EdgeUncertainty.kinds.map { [$0.name] })
    }

    @Test func `a kind has a value, a demand and a reason as the page says`() throws {
        let kinds = try Page(JSONContractTests.page).table(below: "Kinds")
        let (valued, demanding) = (kinds.filter { $0[2] == "yes" }, kinds.filter { $0[3] == "yes" })
        let lines = try JSONContractTests.scenarios().joined()

        for kind in kinds.map({ $0[0].quotedCode[0] }) {
            let ofKind = lines.filter { $0.text("kind") == kind }
            let hasValue = valued.contains { $0[0].quotedCode[0] == kind }
            let hasDemand = demanding.contains { $0[0].quotedCode[0] == kind }

            #expect(ofKind.allSatisfy { ($0["value"] != nil) == hasValue }, "\(kind)")
            #expect(ofKind.allSatisfy { ($0["demand"] != nil) == hasDemand }, "\(kind)")
            #expect(ofKind.allSatisfy { ($0["reason"] != nil) == (kind == "dropped") }, "\(kind)")
        }
    }

    @Test func `what had waited when it was dropped is what the page says`() throws {
        let rows = try Page(JSONContractTests.page).table(below: "Reasons")

        for reason in DropReason.allCases {
            let row = try #require(rows.first { $0[0].quotedCode == [reason.name] })
            #expect((row[2] == "no") == !reason.removesHeld, "\(reason)")
        }
    }

    @Test func `numbers run on, time does not go back, and a cause comes before`() throws {
        for lines in try JSONContractTests.scenarios() + [JSONContractTests.program()] {
            let times = try lines.map { try #require($0["t"] as? Double) }

            #expect(lines.map { $0.number("seq") } == (1...lines.count).map { $0 })
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(lines.allSatisfy { line in line.number("cause").map { $0 >= 1 && $0 < line.number("seq") ?? 0 } ?? true })
        }
    }

    @Test func `outstanding demand is the sum that the page has`() throws {
        for lines in try JSONContractTests.scenarios() + [JSONContractTests.program()] {
            var asked: [Int: Int] = [:]
            for line in lines {
                let edge = try #require(line.number("edge"))
                let outstanding = asked[edge] ?? 0
                switch line.text("kind") {
                case "subscribed": asked[edge] = 0
                case "value": asked[edge] = outstanding == .max ? .max : max(0, outstanding - 1)
                case "request", "returned":
                    let demand = line.number("demand") ?? .max
                    asked[edge] = demand == .max || outstanding == .max ? .max : outstanding + demand
                default: break
                }
                let written = line.text("outstanding") == "unlimited" ? .max : line.number("outstanding")
                #expect(written == asked[edge] ?? 0, "\(line.object)")
            }
        }
    }

    @Test(arguments: ["overflow", "pausable-sink", "pace", "async-stream", "async-channel", "watermarks"])
    func `what is held is the sum that the page has`(scenario: String) throws {
        let settings = [scenario, "--until", "5.5"]
        let run = try Program.run(["run"] + settings + ["--format", "jsonl"])
        let diagnosis = try Line(try Program.run(["diagnose"] + settings + ["--json"]).output.dropLast())
        let stages = try #require((diagnosis.object["pipelines"] as? [[String: Any]])?.first?["stages"] as? [[String: Any]])
        var held: [Int: [String]] = [:]
        for line in try run.output.split(separator: "\n").map(Line.init) {
            let edge = try #require(line.number("edge"))
            let (value, reason) = (line.text("value") ?? "", line.text("reason"))
            switch line.text("kind") {
            case "buffered": held[edge, default: []].append(value)
            case "unbuffered", "dropped":
                guard !["no demand", "no subscriber", "overflow: newest"].contains(reason) else { break }
                if let index = held[edge]?.firstIndex(of: value) { held[edge]?.remove(at: index) }
            default: break
            }
        }

        #expect(held.values.map(\.count).reduce(0, +) == stages.compactMap { $0["held"] as? Int }.reduce(0, +))
    }

    @Test(arguments: ["diagnose", "size", "why"]) func `an answer as JSON has the fields of the page`(command: String) throws {
        let page = try Page(JSONContractTests.page)
        let described = Set(page.fields(below: "`flowviz \(command) --json`").flatMap { $0[0].quotedCode })
        var written: Set<String> = []
        for scenario in Catalogue.scenarios {
            let run = try Program.run([command, scenario.id, "--until", "12", "--json"])
            for line in try run.output.split(separator: "\n").map(Line.init) {
                written.formUnion(paths(in: line.object, below: ""))
            }
        }
        if command == "diagnose" {
            written.formUnion(paths(in: try Line(Substring(JSONContractTests.lives)).object, below: ""))
            written.formUnion(paths(in: try JSONContractTests.executors().object, below: ""))
        }

        #expect(written.subtracting(described).sorted() == [])
        #expect(described.subtracting(written).sorted() == [])
    }

    @Test func `a journey as JSON has the fields of the page`() throws {
        let described = try Page(JSONContractTests.page).fields(below: "`flowviz follow --json`").flatMap { $0[0].quotedCode }
        let line = try Line(try Program.run(["follow", "pace", "B", "--json"]).output.dropLast())

        #expect(paths(in: line.object, below: "").sorted() == described.sorted())
    }

    /// The fields of an object and of its parts: `steps`, `steps[].t`.
    private func paths(in value: Any, below path: String) -> Set<String> {
        if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(paths(in: $1, below: path + "[]")) } }
        guard let object = value as? [String: Any] else { return [] }
        return object.reduce(into: []) { found, field in
            let name = path.isEmpty ? field.key : "\(path).\(field.key)"
            found.formUnion(paths(in: field.value, below: name).union([name]))
        }
    }
}
