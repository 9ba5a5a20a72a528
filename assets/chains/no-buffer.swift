// An array waits for demand, so nothing is lost without a buffer: each value leaves when it is asked for.
["A", "B", "C", "D"].publisher
  .pace(.seconds(1))
  .sink()
