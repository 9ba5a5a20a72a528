import ArgumentParser

/// Which values of a program are written down.
enum RecordedValues: String, CaseIterable, ExpressibleByArgument {
    case basic, all
}
