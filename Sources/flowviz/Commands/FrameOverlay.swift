import ArgumentParser

/// What lies over the lanes of a frame.
enum FrameOverlay: String, CaseIterable, ExpressibleByArgument {
    case help, picker, code, log, inspector
}
