/// How a pipeline is watched.
enum Watching: String, CaseIterable {
    case bare, probe, handleEvents, print
    case hookEmpty = "empty hook"
    case tracer
}
