import FlowTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Uses real processes. A surviving process keeps the pipe for their output open, so the end of the pipe is the end of all.
@Suite("The supervisor of a tried program", .notForever)
struct SupervisorTests {
    private static func keep(_ script: String) throws -> KeptProgram {
        try KeptProgram(Program.path, ["keep", "/bin/sh", "-c", script], environment: Program.environment)
    }

    /// Children that never end: in the program's session, in a new one, and orphaned by a child that has ended.
    private static let family = """
        tail -f /dev/null &
        (setsid sh -c 'tail -f /dev/null & echo ready; exec tail -f /dev/null' &)
        """

    @Test func `it ends as the program, with which everything ends that the program has started`() throws {
        let program = try SupervisorTests.keep("\(SupervisorTests.family)\nexit 3")

        #expect(["", "ready\n"].contains(program.rest()))
        #expect(program.wait() == .exited(3))
    }

    @Test func `when its input ends, as when flowviz is killed, everything ends`() throws {
        let program = try SupervisorTests.keep("\(SupervisorTests.family)\nexec tail -f /dev/null")

        #expect(program.line() == "ready")
        program.endInput()

        #expect(program.rest() == "")
        #expect(program.wait() == .signalled(SIGKILL))
    }

    @Test func `what asks the program to end is passed on`() throws {
        let program = try SupervisorTests.keep(
            "trap 'echo told; exit 7' TERM\n\(SupervisorTests.family)\nwhile :; do tail -f /dev/null & wait; done")

        #expect(program.line() == "ready")
        kill(program.process, SIGTERM)

        #expect(program.rest() == "told\n")
        #expect(program.wait() == .exited(7))
    }

    @Test func `a crash is the program's`() throws {
        let program = try SupervisorTests.keep("\(SupervisorTests.family)\nkill -SEGV $$")

        #expect(["", "ready\n"].contains(program.rest()))
        #expect(program.wait() == .signalled(SIGSEGV))
    }

    @Test func `what is no program is said`() throws {
        let run = try Program.run(["keep"])

        #expect(run.errors == "flowviz: no program is given; write flowviz keep PROGRAM\n")
        #expect(run.status == .exited(2))
    }
}
