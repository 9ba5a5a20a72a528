// throttle sends one value a second; change latest to false to get the first of each second instead of the newest.
marbles("abcdefghijklmnop|")
  .throttle(for: .seconds(1), latest: true)
  .sink()
