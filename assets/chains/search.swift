// switchToLatest drops the answer to an old question as soon as a new one is asked: a is never answered.
marbles("a--b------c|")
  .map { question in marbles("----1|").map { question + $0 } }
  .switchToLatest()
  .sink()
