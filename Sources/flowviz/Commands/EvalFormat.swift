import ArgumentParser

/// What is printed of a chain: its events, or a text that does the same.
enum EvalFormat: String, CaseIterable, ExpressibleByArgument {
    case log, jsonl, marble, swift, test

    /// How its events are printed, `nil` for a text.
    var events: RunFormat? {
        RunFormat(rawValue: rawValue)
    }
}
