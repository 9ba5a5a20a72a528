// collect by time sends what came in each second in one piece; a second without values sends nothing.
marbles("abc------de-f--g|")
  .collect(.byTime(DispatchQueue.main, .seconds(1)))
  .sink()
