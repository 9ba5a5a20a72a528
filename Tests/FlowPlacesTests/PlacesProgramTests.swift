import FlowGraph
import FlowPlaces
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// Traces a program and compares the places of its trace with the marks in its source.
@Suite("Places of a traced program")
struct PlacesProgramTests {
    /// The trace of one run, with the names found here.
    private struct Traced {
        /// The program of `make test-places`; `nil` for the one built with the tests.
        static let given = ProcessInfo.processInfo.environment["FLOWVIZ_PLACES"]

        let log: TraceLog
        let doubts: [PlaceError]
        let folder: TemporaryFolder

        init(by symbolizer: Symbolizer = Symbolizer(), setting: String = "") throws {
            folder = try TemporaryFolder()
            let path = folder.path("trace.fvz")
            let run = try ProgramRun(
                Traced.given ?? BuiltProgram.path("FlowPlacesProgram"), [],
                environment: ["FLOWVIZ": "file:\(path),size=8M\(setting)"])
            try #require(run.status == .exited(0))
            let file = try TraceFile(path)
            var finder = PlaceFinder(file, by: symbolizer)
            finder.findNew()
            doubts = finder.doubts
            var reconstruction = Reconstruction()
            file.read(into: &reconstruction)
            log = reconstruction.log
        }

        /// The lines of places in the program's file, each with the function.
        func lines(_ places: [SourcePlace]) -> Set<Int> { Set(places.filter { $0.file.hasSuffix("/Places.swift") }.map(\.line)) }
    }

    /// The lines of the program's source with one of some marks.
    private func marked(_ marks: String...) throws -> Set<Int> {
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "FlowPlacesProgram/Places.swift")
        let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        let found = zip(1..., lines).filter { _, line in marks.contains { line.hasSuffix("// \($0)") } }
        return Set(found.map(\.0))
    }

    @Test func `each marked line is the place of an edge, and no other line is`() throws {
        let traced = try Traced()

        #expect(
            try traced.lines(traced.log.edges.compactMap(\.place)).sorted()
                == marked("subscribes", "makes", "consumes").sorted())
        #expect(try traced.lines(traced.log.edges.flatMap(\.fedAt)).sorted() == marked("feeds").sorted())
        #expect(traced.doubts == [])
    }

    @Test func `places name the functions of the program`() throws {
        let traced = try Traced()
        let places = traced.log.edges.compactMap(\.place) + traced.log.edges.flatMap(\.fedAt)

        #expect(Set(places.map(\.module)) == ["FlowPlacesProgram"])
        #expect(
            Set(places.map(\.function)).isSuperset(of: [
                "Places.subscribeAll()", "Places.subscribeAll() closure", "Places.consumeAll()", "Places.consumeAll() closure",
                "Places.consume(_:)", "Places.fold()", "Places.fold() closure", "Places.has(_:)", "Places.resumed() closure",
                "Folding.min()", "Places.send()", "Places.send() closure", "Feeding.init()", "Feeding.feed()",
            ]))
    }

    @Test func `the stage of a stream has the line that made it, and its consumer the line of the loop`() throws {
        let traced = try Traced()
        let nodes = traced.log.nodes
        let consumers = nodes.filter { $0.name == "for await" }.compactMap(\.site)

        let streams = traced.lines(nodes.filter(\.isStream).compactMap(\.site))
        #expect(try marked("makes").isSubset(of: streams))
        // A stream that is made where the loop stands has the loop's line.
        #expect(try streams.isSubset(of: marked("makes", "unfolds", "consumes")))
        #expect(try marked("unfolds").isSubset(of: streams))
        let unfolded = nodes.compactMap(\.site).first { ((try? marked("unfolds")) ?? []).contains($0.line) }
        #expect(unfolded?.function == "Places.end()")
        #expect(unfolded?.file.hasSuffix("/Tests/FlowPlacesProgram/Places.swift") == true)
        let feeders = nodes.filter { ["yield", "send"].contains($0.name) }.compactMap(\.site)
        #expect(try traced.lines(feeders).isSubset(of: marked("feeds", "ends")))
        #expect(try traced.lines(feeders).isSuperset(of: marked("ends")))
        #expect(feeders.count == 13)
        let titles = nodes.compactMap { traced.log.stageName($0.id) }
        // The helper's streams are told apart by the lines that ask for them.
        #expect(titles.count { $0.contains(" via :") } == 6)
        #expect(!consumers.isEmpty)
        #expect(try traced.lines(consumers).isSubset(of: marked("consumes")))
    }

    @Test func `a recording has the names, so that it can be read without the program`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("trace.fvz")
        let program = Traced.given ?? BuiltProgram.path("FlowPlacesProgram")
        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "HOME": folder.path]
        let run = try ProgramRun(
            BuiltProgram.path("flowviz"), ["record", "-o", path, "--size", "8M", "--", program], environment: environment)
        try #require(run.status == .exited(0))
        #expect(run.errorLines.count == 1)

        var reconstruction = Reconstruction()
        try TraceFile(path).read(into: &reconstruction)
        let places = reconstruction.log.edges.compactMap(\.place)

        #expect(
            Set(places.filter { $0.file.hasSuffix("/Places.swift") }.map(\.line))
                == (try marked("subscribes", "makes", "consumes")))
    }

    @Test func `a gate names the place of each broken stage, which has no label`() throws {
        let traced = try Traced()
        let path = traced.folder.path("trace.fvz")

        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "HOME": traced.folder.path]
        let check = try ProgramRun(BuiltProgram.path("flowviz"), ["check", path, "--completes"], environment: environment)

        #expect(check.status == .exited(3))
        let lines = check.output.split(separator: "\n").compactMap { line in
            line.firstRange(of: "Places.swift:").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
        }
        #expect(!lines.isEmpty && lines.count == check.output.split(separator: "\n").count, "\(check.output)")
        // A loop of Swift's own that leaves early cancels its stream, which has the line that made it.
        #expect(try Set(lines).isSubset(of: marked("subscribes", "makes", "consumes")))
        #expect(check.output.contains(" subscribeAll)"))
    }

    @Test func `a comparison with a run without places says which stages it knows by their names only`() throws {
        let (placed, bare) = (try Traced(), try Traced(setting: ",places=off"))
        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "HOME": placed.folder.path]
        func notes(_ one: Traced, _ other: Traced) throws -> [Substring] {
            let paths = [one, other].map { $0.folder.path("trace.fvz") }
            let diff = try ProgramRun(BuiltProgram.path("flowviz"), ["diff"] + paths, environment: environment)
            return diff.output.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        }

        let note = try #require(notes(placed, bare).first)
        #expect(note.hasPrefix("note: \(bare.folder.path("trace.fvz")) has no place of "))
        #expect(note.hasSuffix(" and 4 more: they are compared by their names only"))
        #expect(try notes(bare, placed).count == 1)
        #expect(try notes(placed, placed) == [] && notes(bare, bare) == [])
    }

    @Test func `places=off records no place`() throws {
        let traced = try Traced(setting: ",places=off")

        #expect(!traced.log.edges.isEmpty)
        #expect(traced.log.edges.allSatisfy { $0.place == nil && $0.fedAt.isEmpty })
    }

    // In an optimised program, the symbol table has only the function in which the others are inlined.
    @Test(.enabled(if: Traced.given == nil))
    func `without a tool the functions are right, and no line is named`() throws {
        let traced = try Traced(by: Symbolizer(tool: nil))
        let places = traced.log.edges.compactMap(\.place)

        #expect(places.contains { $0.function == "Places.consumeAll()" })
        #expect(places.allSatisfy { $0.line == 0 && $0.address == nil })
        #expect(traced.doubts == [.noTool("FlowPlacesProgram")])
    }
}
