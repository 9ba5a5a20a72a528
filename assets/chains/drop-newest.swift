// A full buffer drops new values: the first values arrive whole, the late ones do not.
marbles("ABCDEFGH|")
  .buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest)
  .pace(.seconds(1))
  .sink()
