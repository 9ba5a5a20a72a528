// A full buffer drops what waited longest: look at the crosses, they are the old values.
marbles("ABCDEFGH|")
  .buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
  .pace(.seconds(1))
  .sink()
