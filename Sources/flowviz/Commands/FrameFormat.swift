import ArgumentParser

/// What a frame is written as.
enum FrameFormat: String, CaseIterable, ExpressibleByArgument {
    case text, ansi, svg
}
