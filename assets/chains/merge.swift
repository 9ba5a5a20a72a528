// merge passes on what comes from either stream, in the order in which it comes, until both have ended.
let letters = marbles("a-b-c|")
let digits = marbles("-1-2-3-4|")
letters.merge(with: digits).sink()
