import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// If a program is started without one of the standard files, no printed text goes into its trace.
@Suite("Closed standard files", .notForever)
struct ClosedStandardFileTests {
    private static let names = ["input", "output", "errors"]

    /// Ways to write a trace into `$1`; each takes numbers, if any, from the program `$2`.
    private static let ways = [
        "FLOWVIZ=\"file:$1,size=2M\" \"$2\"", "\"$0\" record -o \"$1\" --size 2M -- \"$2\"",
        "\"$0\" run pace -o \"$1\" --format log",
        "\"$0\" run pace -o \"$1\"",
    ]

    @Test(arguments: ways.indices, names.indices)
    func `a trace is whole that is written without a standard file`(way: Int, closed: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")

        let run = try Program.shell(
            "echo 21 | { \(ClosedStandardFileTests.ways[way]) \(closed)<&-; }", [path, BuiltProgram.path("FlowTracedProgram")])

        let name = "\(ClosedStandardFileTests.ways[way]) without \(ClosedStandardFileTests.names[closed])"
        let isUnwritable = way == 2 && closed == 1
        #expect(run.status == .exited(isUnwritable ? 1 : 0), "\(name)")
        if isUnwritable {
            #expect(run.errors == "flowviz: cannot write the output: Bad file descriptor; write it elsewhere\n")
        }
        #expect(try TraceFile(path).isClosed, "\(name)")
        let exported = try Program.run(["export", path])
        #expect(exported.status == .exited(0) && exported.errors == "", "\(name)")
        // Without numbers, the program only subscribes.
        let value = way > 1 ? "\"value\":\"C\"" : closed == 0 ? "\"kind\":\"request\"" : "\"value\":\"42\""
        #expect(exported.output.contains(value), "\(name)")
    }

    @Test func `what cannot be written is a failure, and what cannot be read too`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("a.txt")
        let cases: [(line: String, errors: String)] = [
            ("list >&-", "flowviz: cannot write the output: Bad file descriptor; write it elsewhere\n"),
            ("eval --file - <&-", "flowviz: cannot read '-': Bad file descriptor; name a file with a chain\n"),
            ("list >&- 2>&-", ""),
        ]
        for (line, errors) in cases {
            let run = try Program.shell("\"$0\" \(line)", [file])

            #expect(run.status == .exited(1) && run.output == "", "\(line)")
            #expect(run.errors == errors, "\(line)")
        }
    }

    @Test func `nothing that flowviz opens gets the number of a standard file`() throws {
        let folder = try TemporaryFolder()
        // The program checks that its parent's closed descriptors have been opened so that they cannot be used.
        let program = "for n in 0 1 2; do readlink /proc/$PPID/fd/$n; grep flags /proc/$PPID/fdinfo/$n; done > \"$0\""
        let line = "\"$0\" record -o \"$1\" -- /bin/sh -c '\(program)' \"$2\" <&- >&- 2>&-"

        _ = try Program.shell(line, [folder.path("a.fvz"), folder.path("seen")])

        let seen = try String(contentsOfFile: folder.path("seen"), encoding: .utf8)
        let flags = seen.split(separator: "\n").map { $0.hasPrefix("flags") ? String($0.suffix(1)) : String($0) }
        #expect(flags == ["/dev/null", "1", "/dev/null", "0", "/dev/null", "0"])
    }

    @Test func `the program that record starts finds closed what was closed`() throws {
        let folder = try TemporaryFolder()
        let line = "\"$0\" record -o \"$1\" -- /bin/sh -c 'test ! -e /proc/self/fd/0 && echo closed' <&-"

        let run = try Program.shell(line, [folder.path("a.fvz")])

        #expect(run.output == "closed\n")
    }
}
