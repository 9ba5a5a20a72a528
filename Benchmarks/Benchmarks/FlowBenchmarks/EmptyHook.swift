import FlowCombine

/// A hook that does nothing: what the stream library itself takes for calling one.
final class EmptyHook: _Introspection {}
