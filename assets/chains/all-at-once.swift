// flatMap without a limit runs all inner streams at once: their values come mixed.
["a", "b", "c"].publisher
  .flatMap { letter in marbles("1-2-3|").map { letter + $0 } }
  .sink()
