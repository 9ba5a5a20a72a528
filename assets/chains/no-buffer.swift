// An array waits for demand, so nothing is dropped without a buffer: each value leaves when it is asked for.
["A", "B", "C", "D"].publisher
  .pace(.seconds(1))
  .sink()
