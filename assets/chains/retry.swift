// retry subscribes again after a failure, twice here: the third failure reaches the sink.
marbles("a-b#", failure: FlowError("connection lost"))
  .retry(2)
  .sink()
