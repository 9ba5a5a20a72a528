import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// For any name of `record`'s file, the trace is in that file and in no other.
@Suite("The file of record", .notForever)
struct RecordPathTests {
    private static var traced: String { BuiltProgram.path("FlowTracedProgram") }

    /// Files of other people whose names begin like those of recordings.
    private static let others = ["x", "file", "path", "1"]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in RecordPathTests.others {
            try "precious".write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        }
    }

    /// Records from inside the folder into a file that `output` names, and expects nothing else to have changed.
    private func expectTrace(named name: String, _ output: [String]) throws {
        let line = "cd \"$1\" && shift && \"$0\" record --size 2M \"$@\""
        let words = [folder.path] + output + ["--", RecordPathTests.traced]

        let run = try Program.shell(line, words)

        #expect(
            run.status == .exited(0) && run.output == "ready\n" && run.errors.contains("events, 0 missed"),
            "\(name.debugDescription)")
        let path = "\(folder.path)/\(name)"
        #expect((try? TraceFile(path))?.name == "FlowTracedProgram", "\(name.debugDescription)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { Array($0.utf8) }
        #expect(Set(names) == Set((RecordPathTests.others + [name]).map { Array($0.utf8) }))
        for other in RecordPathTests.others {
            #expect(try String(contentsOfFile: folder.path(other), encoding: .utf8) == "precious")
        }
        unlink(path)
    }

    @Test(arguments: [
        "x,ring", "x,size=2M", "x,size=none", "x,values=all", "x,values=none", "x,ring,", "path,path=x", "1,size=4M",
    ])
    func `a comma in its name says nothing about the trace`(name: String) throws {
        try expectTrace(named: name, ["-o", name])
    }

    @Test func `its name may begin with a dash`() throws {
        try expectTrace(named: "-x", ["--output=-x"])
    }

    @Test func `a folder's name says nothing about the trace either`() throws {
        let inner = folder.path("x,ring,path=y")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)

        let run = try Program.run(["record", "-o", "\(inner)/a.fvz", "--ring", "--size", "2M", "--", RecordPathTests.traced])

        #expect(run.status == .exited(0))
        #expect(try TraceFile("\(inner)/a.fvz").isRing)
    }

    @Test func `it may have any name`() throws {
        for seed in 0..<(Rounds.isLong ? 300 : 15) {
            var chance = SeededChance(seed: UInt64(seed))
            let name = OddFileName.random(using: &chance)
            guard !RecordPathTests.others.contains(name) else { continue }
            try expectTrace(named: name, ["--output", "\(folder.path)/\(name)"])
        }
    }

    @Test(arguments: ["record --size 2M -o", "run pace -o", "check pace --no-drops --junit"])
    func `a name that is not UTF-8 is refused, not changed`(command: String) throws {
        let run = try Program.shell(
            "cd \"$1\" && \"$0\" \(command) \"$(printf 'x\\377')\" -- \"$2\"", [folder.path, RecordPathTests.traced])

        #expect(run.status == .exited(2) && run.output == "")
        #expect(run.errors.hasSuffix(": 'x\u{FFFD}' is not UTF-8; flowviz takes only UTF-8\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == RecordPathTests.others.count)
    }

    @Test func `a file beside a folder whose name is not UTF-8 is refused, not put elsewhere`() throws {
        let line = "cd \"$1\" && mkdir \"$(printf 'y\\377')\" && cd \"$(printf 'y\\377')\" && \"$0\" record -o a -- \"$2\""

        let run = try Program.shell(line, [folder.path, RecordPathTests.traced])

        #expect(run.status == .exited(1) && run.output == "")
        #expect(
            run.errors
                == "flowviz: cannot record into 'a': the path of this folder is not UTF-8; give the absolute path of a file\n"
        )
    }

    @Test func `a program in whose setting the file is not UTF-8 runs untraced`() throws {
        let run = try Program.shell(
            "cd \"$1\" && FLOWVIZ=\"$(printf 'file:x\\377')\" \"$2\" < /dev/null", [folder.path, RecordPathTests.traced])

        #expect(run.status == .exited(0) && run.output == "ready\n")
        #expect(
            run.errors
                == "flowviz: FLOWVIZ is 'file:x\u{FFFD}', which is not UTF-8; name another file; this program runs untraced\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == RecordPathTests.others.count)
    }

    @Test func `a program gets its words byte for byte`() throws {
        let line = "\"$0\" record -o \"$1\" -- printf '%s.' \"$(printf 'x\\377')\" -- '' | od -An -tx1"

        let run = try Program.shell(line, [folder.path("a.fvz")])

        #expect(run.output == " 78 ff 2e 2d 2d 2e 2e\n")
    }
}
