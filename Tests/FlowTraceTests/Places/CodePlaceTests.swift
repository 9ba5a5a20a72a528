import FlowTestSupport
import Testing

@testable import FlowTrace

/// Modules, stacks and names: written and read again.
@Suite("Places in a trace")
struct CodePlaceTests {
    private static let modules = [
        CodeModule(number: 1, bias: 0x5555_0000, path: "/bin/programme\u{E9}", buildID: "00ff"),
        CodeModule(number: 2, bias: .max, path: ""),
    ]
    private static let stack = CodeStack(
        number: 7,
        frames: [CodeFrame(module: 1, address: 5), CodeFrame(module: 2, address: .max), CodeFrame(module: 0, address: 9)])
    private static let name = PlaceName(
        module: 1, address: 5,
        functions: [.init(name: "inner", file: "/a.swift", line: 3, column: 4), .init(name: "outer")])

    /// Takes the facts of a trace.
    private struct Facts: RecordSink {
        var lines: [String] = []
        var functions: [PlaceName.Function] = []

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            guard let fact = record.fact else { return }
            if fact == .placeName {
                functions += PlaceName.Function(text: record.hookText(bytes)).map { [$0] } ?? []
            } else {
                let word = record.valueType == .none ? " \(record.b)" : " '\(record.hookText(bytes))'"
                lines.append("\(fact) \(record.hookKey.id) of \(record.hookKey.tag) at \(record.subkind):\(word)")
            }
        }
    }

    private static let lines = [
        "module 1431633920 of 1 at 0: '/bin/programme\u{E9}'", "buildID 0 of 1 at 0: '00ff'",
        "module 18446744073709551615 of 2 at 0: ''", "frame 5 of 7 at 0: 1", "frame 18446744073709551615 of 7 at 1: 2",
        "frame 9 of 7 at 2: 0", "stack 3 of 7 at 0: 2",
    ]

    private static func record(_ recorder: Recorder) {
        for module in modules { recorder.record(module) }
        recorder.record(stack)
        recorder.record(name)
        recorder.record(stack: 7, as: .fed, of: 3)
    }

    @Test func `a reader gets them from memory and from a file, in a ring too`() throws {
        let folder = try TemporaryFolder()
        let memory = Recorder()
        var found: [Facts] = [Facts(), Facts(), Facts()]
        CodePlaceTests.record(memory)
        memory.drain(into: &found[0])
        for (index, isRing) in [false, true].enumerated() {
            let path = folder.path("\(isRing).fvz")
            let recorder = try Recorder(file: path, options: TraceFileOptions(size: 1 << 20, isRing: isRing))
            CodePlaceTests.record(recorder)
            recorder.close()
            try TraceFile(path).read(into: &found[index + 1])
        }
        for facts in found {
            #expect(facts.lines == CodePlaceTests.lines)
            #expect(facts.functions == CodePlaceTests.name.functions)
        }
    }

    @Test func `they outlast the records of a ring`() throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"))
        CodePlaceTests.record(recorder)
        for number in 0..<100_000 { recorder.record(.request, of: UInt64(number)) }
        recorder.close()

        var found = Facts()
        try TraceFile(folder.path("a.fvz")).read(into: &found)
        #expect(found.lines == Array(CodePlaceTests.lines.dropLast()))
        #expect(found.functions == CodePlaceTests.name.functions)
    }

    @Test func `a live subscription keeps its stack in a ring, and a stream the stacks that feed it`() throws {
        let folder = try TemporaryFolder()
        let recorder = try Ring.recorder(folder.path("a.fvz"))
        let key = HookKey(id: 5, tag: 0)
        recorder.record(.willSubscribe, key)
        recorder.record(stack: 1, as: .subscribed)
        recorder.record(.publisherType, HookKey(id: 0, tag: 2))
        recorder.record(.subscription, key)
        recorder.record(.willSubscription, key, word: 5)
        recorder.recordEnd(.didSubscription, key)
        recorder.recordEnd(.didSubscribe, key)
        recorder.record(stack: 2, as: .fed, of: 5)
        recorder.record(stack: 3, as: .fed, of: 6)
        for number in 0..<100_000 { recorder.record(.request, of: UInt64(number) + 100) }

        var sink = RingSink()
        try TraceFile(folder.path("a.fvz")).read(into: &sink)
        #expect(sink.hooks.filter { $0.fact == .stack }.map(\.hookKey.tag) == [1, 2])
    }

    @Test func `a text that is no name is none`() {
        for text in ["", "a\nb\n1", "a\nb\n1\n2\n3", "a\nb\n-1\n2", "a\nb\nx\n2"] {
            #expect(PlaceName.Function(text: text) == nil, "\(text)")
        }
        let strange = PlaceName.Function(name: "a\r\nb", file: "\u{301}", line: 1, column: 2)
        #expect(PlaceName.Function(text: strange.text)?.file == strange.file)
    }

    @Test(arguments: [8, 9, 10, 11] as [UInt16]) func `an item that is cut off is none, and ends no reading`(type: UInt16) {
        let items: [MetadataItem] = [
            .module(CodePlaceTests.modules[0]), .stack(CodePlaceTests.stack), .placeName(CodePlaceTests.name),
            .testEnd(tag: 7, .failed),
        ]
        for item in items where item.type.rawValue == type {
            let bytes = item.encoded
            #expect(bytes.withUnsafeBytes { MetadataItem(type: type, bytes: $0) } == item)
            for count in bytes.indices {
                _ = bytes[..<count].withUnsafeBytes { MetadataItem(type: type, bytes: $0) }
            }
        }
        let hostile = [UInt8](repeating: 0xFF, count: 65_000)
        _ = hostile.withUnsafeBytes { MetadataItem(type: type, bytes: $0) }
    }

    // MARK: Names added later

    private static func names(_ count: Int, length: Int) -> [PlaceName] {
        (0..<count).map { number in
            let text = "\(number) " + String(repeating: "x", count: length)
            return PlaceName(module: 1, address: UInt64(number), functions: [.init(name: text, line: number)])
        }
    }

    @Test(arguments: [false, true]) func `names are added to a finished trace, as far as there is room`(isRing: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        // On a thread that ends, since the records of a thread keep the file open.
        onThreads(1) { _ in
            guard let recorder = try? Recorder(file: path, options: TraceFileOptions(size: 1 << 20, isRing: isRing)) else {
                return
            }
            CodePlaceTests.record(recorder)
            for number in 0..<1_000 { recorder.record(.request, of: UInt64(number)) }
            #expect(try! TraceFile(path).add(CodePlaceTests.names(1, length: 1)) == 1, "it is being written")
            recorder.close()
        }
        let file = try TraceFile(path)
        try file.trim()
        #expect(try file.add(CodePlaceTests.names(3, length: 10)) == 0)
        #expect(try file.add(CodePlaceTests.names(300, length: 900)) == 0)
        let lost = try file.add(CodePlaceTests.names(2_000, length: 1_000))
        #expect(lost > 0 && lost < 2_000)

        var (found, sink) = (Facts(), RingSink())
        try TraceFile(path).read(into: &found)
        try TraceFile(path).read(into: &sink)
        #expect(found.functions.count == 2 + 3 + 300 + 2_000 - lost)
        #expect(found.functions.dropFirst(2).prefix(3).map(\.line) == [0, 1, 2])
        #expect(sink.hooks.count { $0.step == .request } == 1_000)
    }
}
