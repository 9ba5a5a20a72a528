// A burst of five meets a pace of one a second: the buffer fills at once and empties slowly. Change its size and the pace.
marbles("(ABCDE)---------------------|")
  .buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest)
  .pace(.seconds(1))
  .sink()
