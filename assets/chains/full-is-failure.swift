// A full buffer fails the stream: the error reaches the sink, and what still waited is dropped.
marbles("ABCDEFGH|")
  .setFailureType(to: FlowError.self)
  .buffer(size: 3, prefetch: .byRequest, whenFull: .customError { FlowError("buffer full") })
  .pace(.seconds(1))
  .sink()
