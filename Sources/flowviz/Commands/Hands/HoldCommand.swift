import ArgumentParser
import FlowSessions
import FlowSystem
import FlowText
import FlowTrace

struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Lets no value pass a stage of a running program for a time, to see what fills, waits and drops.",
        discussion: """
            The program must have been started with FLOWVIZ=1,control. The hold ends after its time, with this command, or with the \
            program, whichever is first.
            """)

    @OptionGroup var target: HandTarget

    @Option(name: .customLong("for"), help: ArgumentHelp("The time, at most 60s.", valueName: "duration"))
    var duration = "10s"

    func run() throws {
        let time = try HandTarget.time(duration, option: "--for", limit: HandCommand.longestDuration)
        try target.perform(.hold(time), for: time)
    }
}

struct SlowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slow",
        abstract: "Lets each value wait at a stage of a running program, as a slower consumer would.",
        discussion: """
            The program must have been started with FLOWVIZ=1,control. The slowdown ends after its time, with this command, or with \
            the program, whichever is first.
            """)

    @OptionGroup var target: HandTarget

    @Option(help: ArgumentHelp("How long each value waits, at most 10s.", valueName: "duration"))
    var by: String

    @Option(name: .customLong("for"), help: ArgumentHelp("The time, at most 60s.", valueName: "duration"))
    var duration = "10s"

    func run() throws {
        let delay = try HandTarget.time(by, option: "--by", limit: HandCommand.longestDelay)
        let time = try HandTarget.time(duration, option: "--for", limit: HandCommand.longestDuration)
        try target.perform(.slow(by: delay, for: time), for: time)
    }
}

/// The stage to hold or slow.
struct HandTarget: ParsableArguments {
    @Argument(help: ArgumentHelp("The number or socket of a traced process.", valueName: "process"))
    var process: String

    @Argument(help: ArgumentHelp("The stage, by the name that diagnose shows.", valueName: "stage"))
    var stage: String

    /// The nanoseconds of an option.
    static func time(_ text: String, option: String, limit: UInt64) throws -> UInt64 {
        guard let time = Arguments.nanoseconds(text), 1...limit ~= time else {
            throw ValidationError(
                "\(option) '\(text)' is not valid; it takes a time up to \(limit / 1_000_000_000)s, for example 500ms")
        }
        return time
    }

    /// Commands the stage, waits until the time is over, and prints the verdict on the stage's pipeline just before.
    func perform(_ command: HandCommand, for time: UInt64) throws {
        let socket = try Int32(process).map { try TracedProcesses().socket(of: $0) } ?? process
        var hand = try StageHand(socket: socket, stage: stage)
        let end = MonotonicClock.now + time
        try hand.command(command)
        let output = StandardOutput()
        output.line("\(hand.stage) is \(Self.deed(command)) for \(Percent.seconds(time))")
        output.flush()
        while MonotonicClock.now + HandTarget.margin < end, hand.isAlive {
            MonotonicClock.wait(until: min(MonotonicClock.now + HandTarget.step, end - HandTarget.margin))
        }
        guard hand.isAlive else { throw Failure("process \(process) exited while '\(hand.stage)' was held") }
        let verdict = hand.verdict()
        MonotonicClock.wait(until: end)
        if let verdict { output.line(verdict.text) }
        output.flush()
    }

    private static func deed(_ command: HandCommand) -> String {
        if case .slow(let delay, _) = command { "slowed by \(Percent.seconds(delay)) a value" } else { "held" }
    }

    /// The time before the end at which the verdict is asked for, and between two looks at the program; in nanoseconds.
    private static let (margin, step): (UInt64, UInt64) = (20_000_000, 100_000_000)
}
