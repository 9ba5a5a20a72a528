// You are the source: e sends a value, E five, k ends it. What you send faster than one a second waits in the buffer.
keys()
  .buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
  .pace(.seconds(1))
  .sink()
