// You are the source: emit a value or a burst of five, or finish. What you send faster than one a second waits in the buffer.
keys()
  .buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
  .pace(.seconds(1))
  .sink()
