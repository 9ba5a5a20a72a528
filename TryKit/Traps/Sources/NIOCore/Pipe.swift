/// A module of a known name with unknown sources.
public struct Pipe: Sendable {}
