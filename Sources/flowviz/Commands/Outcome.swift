import ArgumentParser
import FlowPlayground
import FlowScenarios
import FlowSessions
import FlowSystem
import FlowTrace
import LibC

/// Exits after a command has thrown an error.
enum Outcome {
    /// Prints help on the standard output or one line on the standard error, and exits: 0 for help, 1 for a failure at run time, 2 for a
    /// mistake on the command line, 3 for a check that does not hold.
    static func leave(with error: any Error) -> Never {
        // The thrower has printed the reason.
        if let code = error as? ExitCode { exit(code.rawValue) }
        if Flowviz.exitCode(for: error) == .success {
            let output = StandardOutput()
            let message = Flowviz.fullMessage(for: error)
            let isScript = CommandLine.arguments.contains { $0.hasPrefix("--generate-completion-script") }
            output.lines((isScript ? CompletionScript.whole(message) : message) + "\n")
            output.flush()
            exit(0)
        }
        if let failure = error as? ChainFailure {
            failure.lines.forEach(StandardError.line)
            exit(failure.isUsage ? 2 : 1)
        }
        let failure = error as? Failure
        StandardError.line("flowviz: " + (failure?.description ?? usage(error)))
        exit(failure == nil ? 2 : 1)
    }

    /// The message about the command line. It distinguishes a mistyped command from any other word.
    private static func usage(_ error: any Error) -> String {
        let message = Flowviz.message(for: error)
        if let word = CommandLine.arguments.dropFirst().first, isNoCommand(word, message) {
            let shown = Flowviz.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            let commands = shown.compactMap { $0.configuration.commandName } + ["help"]
            let hint = Suggestion.nearest(to: word, among: commands + Catalogue.scenarios.map(\.id)).map {
                "did you mean '\($0)'?"
            }
            return "no command '\(word)'; \(hint ?? "commands are \(commands.joined(separator: ", "))")"
        }
        // The parser prints a list below its heading.
        return message.contains("\n    ")
            ? message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            : misfit(message) ?? missing(message) ?? message
    }

    /// Rewrites the parser's message about a missing argument, with the command's form: `<value> is missing; write flowviz follow
    /// <file|id> <value>`. Returns `nil` for any other message.
    private static func missing(_ message: String) -> String? {
        let word = CommandLine.arguments.dropFirst().first
        let named = Flowviz.configuration.subcommands.first { $0.configuration.commandName == word }
        guard let named, let (_, argument) = message.wholeMatch(of: #/Missing expected argument '(.*?)(?: \.\.\.)?'/#)?.output
        else {
            return nil
        }
        let usage = Flowviz.usageString(for: named)
        let form = usage.replacing(#/ \[(--?[a-z][^\]]*|<options>)\]/#, with: "").replacing(#/[\[\]]/#, with: "")
        return "\(argument) is missing; write \(form.trimmingPrefix(#/(?i)usage: /#))"
    }

    /// Whether the parser found an unknown word in place of a command, alone or with more words.
    private static func isNoCommand(_ word: String, _ message: String) -> Bool {
        message == "Unexpected argument '\(word)'" || message.contains("unexpected arguments: '\(word)'")
    }

    /// Rewrites the parser's message about an invalid choice or number in flowviz's words; `nil` for any other message.
    private static func misfit(_ message: String) -> String? {
        let pattern = #/(?s)The value '(.*)' is invalid for '(--?[a-z-]+)[^']*'(.*)/#
        guard let (_, value, option, rest) = message.wholeMatch(of: pattern)?.output else { return nil }
        // The parser quotes up to five choices in a sentence, and prints more of them one a line.
        let quoted = rest.matches(of: #/'([^']+)'/#).map(\.output.1) + rest.matches(of: #/\n +- (\S+)/#).map(\.output.1)
        return "\(option) '\(value)' is not valid; it takes \(quoted.isEmpty ? "a number" : quoted.joined(separator: ", "))"
    }
}
