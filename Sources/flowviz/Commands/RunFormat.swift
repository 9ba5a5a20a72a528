import ArgumentParser

/// How a run's events are printed.
enum RunFormat: String, CaseIterable, ExpressibleByArgument {
    case log, jsonl, marble
}
