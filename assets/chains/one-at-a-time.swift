// flatMap with .max(1) runs one inner stream at a time: the next one begins when the last has ended.
["a", "b", "c"].publisher
  .flatMap(maxPublishers: .max(1)) { letter in marbles("1-2-3|").map { letter + $0 } }
  .sink()
