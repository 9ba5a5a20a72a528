import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// A program's trace names the lines that the program marks: they subscribe, make streams, consume and feed them.
@Suite("Places of a program", .notForever)
struct PlacesProgramTests {
    private static let source = "Tests/FlowPlacesProgram/Places.swift"

    /// Takes the stacks of a trace.
    private struct Stacks: RecordSink {
        var paths: [UInt32: String] = [:]
        var ids: [UInt32: String] = [:]
        var frames: [UInt32: [CodeFrame]] = [:]
        var found: [(role: StackRole?, stack: UInt32)] = []

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            let key = record.hookKey
            switch record.fact {
            case .module: paths[key.tag] = record.hookText(bytes)
            case .buildID: ids[key.tag] = record.hookText(bytes)
            case .frame: frames[key.tag, default: []].append(CodeFrame(module: UInt32(record.b), address: key.id))
            case .stack: found.append((StackRole(rawValue: UInt8(truncatingIfNeeded: record.b)), key.tag))
            default: break
            }
        }
    }

    private static func trace(_ setting: String, in folder: TemporaryFolder) throws -> Stacks {
        let path = folder.path("a.fvz")
        let run = try ProgramRun(BuiltProgram.path("FlowPlacesProgram"), environment: ["FLOWVIZ": "file:\(path)\(setting)"])
        #expect(run.errors == "" && run.status == .exited(0))
        var stacks = Stacks()
        try TraceFile(path).read(into: &stacks)
        return stacks
    }

    /// The marked lines by their mark.
    private static func marks() throws -> [String: Set<Int>] {
        var marks: [String: Set<Int>] = [:]
        for (index, line) in try Repository.text(source).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let mark = line.firstMatch(of: #/  // (\w+)$/#)?.output.1 else { continue }
            marks[String(mark), default: []].insert(index + 1)
        }
        return marks
    }

    private static let symbolizer = ["/usr/bin", "/opt/swift/usr/bin", "/usr/local/bin"].map { $0 + "/llvm-symbolizer" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The line of the program's source at an address: of the nearest code before it, where the call itself has none.
    private static func line(_ frame: CodeFrame, in program: String) throws -> Int? {
        guard let symbolizer else { return nil }
        let addresses = (1...96).map { "0x" + String(frame.address - UInt64($0), radix: 16) }
        let run = try ProgramRun(
            symbolizer, ["--obj=\(program)", "--no-inlines", "--functions=none"] + addresses, environment: [:])
        let lines = run.output.split(separator: "\n")
        guard let first = lines.first, first.contains("Places.swift") || first.contains("compiler-generated") else { return nil }
        for line in lines where line.contains("Places.swift:") {
            let parts = line.split(separator: ":")
            if let number = Int(parts[parts.count - 2]), number > 0 { return number }
        }
        return nil
    }

    private static func line(of frames: [CodeFrame], in program: String) throws -> Int? {
        for frame in frames {
            if let line = try line(frame, in: program) { return line }
        }
        return nil
    }

    @Test(.enabled(if: symbolizer != nil)) func `each marked line is the place of a stack, and no other line is`() throws {
        let folder = try TemporaryFolder()
        let stacks = try PlacesProgramTests.trace("", in: folder)
        let program = try #require(stacks.paths.first { $0.value.hasSuffix("FlowPlacesProgram") })
        #expect(stacks.ids[program.key]?.isEmpty == false)
        var lines: [StackRole: Set<Int>] = [:]
        for (role, stack) in stacks.found {
            let frames = stacks.frames[stack] ?? []
            let line = try PlacesProgramTests.line(of: frames.filter { $0.module == program.key }, in: program.value)
            if let role, let line { lines[role, default: []].insert(line) } else { Issue.record("stack \(stack) has no line") }
        }
        let marks = try PlacesProgramTests.marks()
        let subscribed = ["subscribes", "makes", "consumes"].reduce(into: Set<Int>()) { $0.formUnion(marks[$1] ?? []) }
        #expect(lines[.subscribed] == subscribed)
        #expect(lines[.fed] == marks["feeds"])
    }

    @Test func `places=off records none`() throws {
        let folder = try TemporaryFolder()
        let stacks = try PlacesProgramTests.trace(",places=off", in: folder)
        #expect(stacks.found.isEmpty && stacks.paths.isEmpty && stacks.frames.isEmpty)
    }
}
