import FlowTrace

/// The command that a recording keeps, in the words of ``RunPlan/command``.
///
/// A stranger may have written it. What the command line takes beside these words, as `--file` or `-` for the standard input, it does not
/// take, so that a trace names nothing that is opened, read or written.
struct RecordedCommand: Equatable {
    /// What ran.
    enum Subject: Equatable {
        case scenario(id: String, variant: String?)
        case chain(String)
    }

    let subject: Subject
    let settings: RunSettings

    /// Reads the words; `nil` where they are others.
    init?(_ words: [String]) {
        guard words.count > 2, words[0] == "flowviz", let options = RecordedCommand.options(words.dropFirst(3)) else {
            return nil
        }
        var (settings, variants) = (RunSettings(), [String]())
        for option in options {
            switch option.name {
            case "--until" where settings.until == nil: settings.until = option.value
            case "--variant" where variants.isEmpty: variants = [option.value]
            case "--set": settings.sets.append(option.value)
            case "--send": settings.sends.append(option.value)
            case "--break": settings.breaks.append(option.value)
            default: return nil
            }
        }
        self.settings = settings
        switch words[1] {
        case "run": subject = .scenario(id: words[2], variant: variants.first)
        case "eval" where variants.isEmpty: subject = .chain(words[2])
        default: return nil
        }
    }

    /// The options, each as `--name value` or `--name=value`; `nil` where a word is none.
    private static func options(_ words: ArraySlice<String>) -> [(name: Substring, value: String)]? {
        var options: [(name: Substring, value: String)] = []
        var rest = words
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { return nil }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else { return nil }
            options.append((parts[0], value))
        }
        return options
    }

    /// What it ran.
    ///
    /// - Throws: Where it does not fit the scenarios, chains and controls that there are.
    func plan() throws -> RunPlan {
        switch subject {
        case .scenario(let id, let variant): try settings.plan(try Arguments.choice(scenario: id, variant: variant))
        case .chain(let text): try settings.plan(Choice(try ChainScenario.typed(text, name: "chain")))
        }
    }
}
