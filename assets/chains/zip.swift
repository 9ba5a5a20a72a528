// zip waits for a partner: the fast stream is held until the slow one has sent as much.
let fast = marbles("abcd|")
let slow = marbles("--1---2---3|")
fast.zip(slow).map { $0 + $1 }.sink()
