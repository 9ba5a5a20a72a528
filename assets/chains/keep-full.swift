// keepFull asks its source for no more than there is room for; a source that does not wait drops values before the buffer.
marbles("ABCDEFGH|")
  .buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest)
  .pace(.seconds(1))
  .sink()
