// Pause the sink: the buffer fills while it is paused, and empties when it goes on.
interval(.milliseconds(500))
  .prefix(20)
  .buffer(size: 5, prefetch: .byRequest, whenFull: .dropOldest)
  .pausableSink { _ in true }
