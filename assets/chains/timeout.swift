// timeout ends a stream in which nothing comes for a second; the value after the gap is never seen.
marbles("a-b------c|")
  .timeout(.seconds(1))
  .sink()
