import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// What the children and copies of a traced program inherit of its trace: nothing.
@Suite("Children of traced programs", .timeLimit(.minutes(1)))
struct ChildTests {
    private static var traced: String { BuiltProgram.path("FlowTracedProgram") }

    @Test func `a child inherits no socket`() throws {
        let session = try TracedSession("child")

        #expect(session.program.screen.rows[0].hasPrefix("FLOWVIZ=1"))
        #expect(session.program.screen.rows[1].hasPrefix("inherits 0"))
    }

    @Test(arguments: [("1", true), ("0", false)])
    func `a program may ask whether it is traced`(setting: String, isTraced: Bool) throws {
        let folder = try TemporaryFolder()
        let environment = Program.environment.merging(["FLOWVIZ": setting, "XDG_RUNTIME_DIR": folder.path]) { $1 }

        let run = try ProgramRun(ChildTests.traced, ["start"], environment: environment)

        #expect(run.output == "traced \(isTraced)\nready\n" && run.errors == "")
    }
}
