// prefix lets three values pass; the fourth makes it cancel: the cancel goes up, the end goes down.
interval(.milliseconds(500))
  .map { $0 * $0 }
  .prefix(3)
  .sink()
