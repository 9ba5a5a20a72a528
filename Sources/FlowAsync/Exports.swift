@_exported public import func FlowUntraced.AsyncStream
@_exported public import func FlowUntraced.AsyncThrowingStream
