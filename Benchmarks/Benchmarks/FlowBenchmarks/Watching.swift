/// How a pipeline is watched.
enum Watching: String, CaseIterable {
    case bare, probe, handleEvents, print
    case hookEmpty = "hook empty"
    case tracer
}
