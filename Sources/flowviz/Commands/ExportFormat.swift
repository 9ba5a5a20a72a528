import ArgumentParser

/// What a trace is written as.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
    case jsonl, marble, chrome, perfetto, svg
}
