// A failure ends the stream; catch goes on with another one in its place.
marbles("a-b-x-c-d|")
  .tryMap { letter in
    if letter == "x" { throw FlowError("no x here") }
    return letter.uppercased()
  }
  .catch { _ in marbles("1-2|") }
  .sink()
