import FlowSystem
import FlowTrace
import FlowVerdict

/// Holds and slows a stage of a running program over a separate connection: the program releases the stage as soon as that ends.
package struct StageHand {
    /// The name of the stage, as `diagnose` shows it.
    package let stage: String
    private let consumers: [UInt64]
    private let id: StageID
    private let connection: ViewerConnection
    private var program: FollowedProgram

    /// The largest number of consumers that one command holds.
    private static let limit = 64

    /// Finds a live stage of a program.
    ///
    /// - Parameters:
    ///   - socket: The path at which the program answers.
    ///   - stage: The stage's name.
    /// - Throws: ``FlowSystem/Failure`` if there is none, or if it cannot be held.
    package init(socket: String, stage: String) throws(Failure) {
        program = try Failure.checked { () throws(TraceFileError) in try FollowedProgram(try ViewerConnection(socket)) }
        connection = try Failure.checked { () throws(TraceFileError) in try ViewerConnection(socket) }
        program.receive()
        program.read()
        let stages = program.reports.flatMap(\.stages)
        let found = stages.filter { $0.name == stage || $0.ownName == stage }
        guard let first = found.first(where: { $0.name == stage }) ?? found.first else {
            throw StageHand.unknown(stage, among: stages.map(\.name), in: program.name)
        }
        guard found.count == 1 || first.name == stage else {
            let names = found.prefix(3).map { "'\($0.name)'" }.joined(separator: ", ")
            throw Failure("\(found.count) stages of '\(program.name)' are called '\(stage)'; name one of \(names)")
        }
        consumers = Array(program.consumers(of: first.id).prefix(StageHand.limit))
        (self.stage, id) = (first.name, first.id)
        guard !consumers.isEmpty else { throw Failure("'\(first.name)' of '\(program.name)' \(HandAnswer.noStage.words)") }
    }

    private static func unknown(_ stage: String, among names: [String], in program: String) -> Failure {
        guard let first = names.first else { return Failure("'\(program)' has no stage yet; try again when its streams run") }
        let hint = Suggestion.nearest(to: stage, among: names).map { "did you mean '\($0)'?" } ?? "'\(first)' is one"
        return Failure("no stage of '\(program)' is called '\(stage)'; \(hint); 'flowviz diagnose' lists them")
    }

    /// Commands the stage. Of several consumers, some may have ended.
    ///
    /// - Throws: ``FlowSystem/Failure`` if the program does not obey.
    package func command(_ command: HandCommand) throws(Failure) {
        var answers: [HandAnswer] = []
        for consumer in consumers {
            answers.append(
                try Failure.checked { () throws(TraceFileError) in try connection.command(command, at: consumer) })
        }
        let answer = HandAnswer.combined(answers)
        guard answer == .done else { throw Failure("'\(stage)' of '\(program.name)' \(answer.words)") }
    }

    /// Whether the program still runs.
    package var isAlive: Bool { connection.isAlive }

    /// Reads what the program has recorded since the last call; returns the verdict on the stage's pipeline.
    package mutating func verdict() -> Verdict? {
        program.read()
        return program.reports.first { $0.stages.contains { $0.id == id } }?.verdict
    }
}
