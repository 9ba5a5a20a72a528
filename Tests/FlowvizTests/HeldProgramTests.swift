import FlowTestSupport
import Testing

@testable import FlowTrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that a viewer holds, in another process: a stream and a loop that says what it gets.
private final class HeldProgram {
    private let folder: TemporaryFolder
    let program: KeptProgram
    private let environment: [String: String]

    init(_ setting: String = "1,control", _ arguments: [String] = []) throws {
        folder = try TemporaryFolder()
        environment = Program.environment.merging(["FLOWVIZ": setting, "XDG_RUNTIME_DIR": folder.path]) { $1 }
        program = try KeptProgram(BuiltProgram.path("FlowHeldProgram"), arguments, environment: environment)
        // Its loop has begun.
        #expect(program.line() == "got 0")
    }

    deinit {
        kill(program.process, SIGKILL)
        _ = program.wait()
    }

    var process: String { "\(program.process)" }

    func connect() throws -> ViewerConnection { try ViewerConnection("\(folder.path)/flowviz/\(process).sock") }

    /// The number of the loop's consumer: the first of the program.
    var consumer: UInt64 { 1 << 63 | 2 }

    /// Sends numbers, and returns what the program says about each and about what the loop gets, without their order.
    func send(_ numbers: ClosedRange<Int>, lines: Int) -> Set<String> {
        for number in numbers { program.write("\(number)\n") }
        return said(lines)
    }

    /// The next lines, without their order: two threads print.
    func said(_ lines: Int) -> Set<String> { Set((0..<lines).map { _ in program.line() }) }

    func run(_ arguments: [String]) throws -> ProgramRun {
        try ProgramRun(BuiltProgram.path("flowviz"), arguments, environment: environment)
    }

    /// Starts a viewer that holds a stage.
    func startViewer(of stage: String = "for await", for time: String) throws -> KeptProgram {
        try KeptProgram(BuiltProgram.path("flowviz"), ["hold", process, stage, "--for", time], environment: environment)
    }
}

@Suite("a program that a viewer holds", .notForever)
struct HeldProgramTests {
    private static let minute: UInt64 = 60_000_000_000

    @Test func `a held loop gets nothing, one value at a time, and the rest when it is released`() throws {
        let held = try HeldProgram()
        let viewer = try held.connect()

        #expect(try viewer.command(.hold(HeldProgramTests.minute), at: held.consumer) == .done)
        #expect(held.send(1...4, lines: 4) == ["sent 1", "sent 2", "sent 3", "sent 4"])
        #expect(try viewer.command(.pass, at: held.consumer) == .done)
        #expect(held.said(1) == ["got 1"])
        #expect(try viewer.command(.release, at: held.consumer) == .done)
        #expect(held.said(3) == ["got 2", "got 3", "got 4"])
    }

    @Test func `each value of a slowed loop passes by itself, also one that comes later`() throws {
        let held = try HeldProgram()
        let viewer = try held.connect()

        #expect(try viewer.command(.slow(by: 20_000_000, for: HeldProgramTests.minute), at: held.consumer) == .done)
        for number in 1...3 { #expect(held.send(number...number, lines: 2) == ["sent \(number)", "got \(number)"]) }
        withExtendedLifetime(viewer) {}
    }

    /// The released loop goes on on a thread that the pool starts for it: the others are busy. It has one for each processor.
    @Test(.needs(.processors))
    func `a released loop has the files of its program, even on a thread that is started for it`() throws {
        let held = try HeldProgram("1,control,executors=off")
        let viewer = try held.connect()

        #expect(try viewer.command(.hold(HeldProgramTests.minute), at: held.consumer) == .done)
        #expect(held.send(1...1, lines: 1) == ["sent 1"])
        held.program.write("busy\n")
        #expect(held.said(1) == ["busy"])
        #expect(try viewer.command(.release, at: held.consumer) == .done)
        #expect(held.said(1) == ["got 1"])
    }

    @Test func `a held stage of OpenCombine requests nothing, and what waited passes when it is released`() throws {
        let held = try HeldProgram("1,control", ["publisher"])
        let viewer = try held.startViewer(of: "held", for: "60s")
        #expect(viewer.line() == "held is held for 60 s")
        for line in ["ask", "ask", "1", "2", "3", "4"] { held.program.write("\(line)\n") }
        #expect(held.said(6) == ["sent ask", "sent 1", "sent 2", "sent 3", "sent 4"])
        kill(viewer.process, SIGINT)
        #expect(held.said(2) == ["got 1", "got 2"])
        #expect(viewer.wait() == .signalled(SIGINT))

        let buffer = try held.run(["hold", held.process, "buffer"])
        #expect(buffer.errors.hasPrefix("flowviz: 'buffer' of 'FlowHeldProgram' cannot be held: "))
    }

    @Test func `what a viewer holds is released with its connection`() throws {
        let held = try HeldProgram()
        for round in 0..<(Rounds.isLong ? 200 : 5) {
            let first = 2 * round + 1
            try send(first, whileHolding: held)
            // The connection has ended with its last reference.
            #expect(held.said(2) == ["got \(first)", "got \(first + 1)"])
        }
    }

    /// Holds the loop, and sends two values.
    private func send(_ first: Int, whileHolding held: HeldProgram) throws {
        let viewer = try held.connect()
        #expect(try viewer.command(.hold(HeldProgramTests.minute), at: held.consumer) == .done)
        #expect(held.send(first...first + 1, lines: 2) == ["sent \(first)", "sent \(first + 1)"])
        withExtendedLifetime(viewer) {}
    }

    @Test func `a viewer that is killed releases what it holds`() throws {
        let held = try HeldProgram()
        for round in 0..<(Rounds.isLong ? 200 : 3) {
            let first = 2 * round + 1
            let viewer = try held.startViewer(for: "60s")
            #expect(viewer.line() == "for await is held for 60 s")
            #expect(held.send(first...first + 1, lines: 2) == ["sent \(first)", "sent \(first + 1)"])
            kill(viewer.process, SIGKILL)
            #expect(held.said(2) == ["got \(first)", "got \(first + 1)"])
            #expect(viewer.wait() == .signalled(SIGKILL))
        }
    }

    @Test func `a viewer that stands still holds until its deadline`() throws {
        let held = try HeldProgram()
        let viewer = try held.startViewer(for: "1s")
        #expect(viewer.line() == "for await is held for 1.0 s")
        kill(viewer.process, SIGSTOP)
        #expect(held.send(1...4, lines: 8).contains("got 4"))
        kill(viewer.process, SIGKILL)
        _ = viewer.wait()
    }

    @Test func `without control nothing is held, and hold says how to start the program`() throws {
        let held = try HeldProgram("1")
        #expect(try held.connect().command(.hold(1), at: held.consumer) == .noControl)

        let run = try held.run(["hold", held.process, "for await"])
        #expect(run.status == .exited(1) && run.output == "")
        #expect(
            run.errors == "flowviz: 'for await' of 'FlowHeldProgram' cannot be held: start the program with FLOWVIZ=1,control\n")
    }

    @Test func `a stage that is none, that no viewer can hold, or that another one holds, is named in one line`() throws {
        let held = try HeldProgram()
        let viewer = try held.connect()
        #expect(try viewer.command(.hold(HeldProgramTests.minute), at: held.consumer) == .done)
        #expect(try viewer.command(.hold(HeldProgramTests.minute), at: 7) == .noStage)

        let errors = try ["for awai", "yield", "for await"].map { stage in
            try held.run(["hold", held.process, stage, "--for", "1s"]).errors
        }
        #expect(
            errors == [
                """
                flowviz: no stage of 'FlowHeldProgram' is called 'for awai'; did you mean 'for await'?; 'flowviz diagnose' lists \
                them

                """,
                """
                flowviz: 'yield' of 'FlowHeldProgram' cannot be held: it has ended, or is no 'for await', no 'pace' and \
                no 'pausableSink'; in OpenCombine, .probe("name", on: scheduler) makes a stage that can

                """,
                "flowviz: 'for await' of 'FlowHeldProgram' is held by another viewer\n",
            ])
    }
}
