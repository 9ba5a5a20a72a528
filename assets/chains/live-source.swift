// A live source does not wait: what nobody has asked for when it comes is dropped.
marbles("A-B-C-D-E-F|")
  .pace(.seconds(1))
  .sink()
