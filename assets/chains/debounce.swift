// debounce waits until nothing has come for half a second, and sends the last: one search per pause in typing.
marbles("s-w-i-f-t-------c-o-m-b-i-n-e-------|", unit: .milliseconds(100))
  .scan("") { $0 + $1 }
  .debounce(for: .milliseconds(500))
  .sink()
