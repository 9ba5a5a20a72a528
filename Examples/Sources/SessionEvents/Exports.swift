// The whole module's `AsyncStream` is the one that a trace shows.
@_exported import FlowAsync
