// Made by .ci/chains of the files in assets/chains.
extension LibraryChain {
    /// All of them, by name.
    public static let all: [LibraryChain] = texts.map { LibraryChain(name: $0, text: $1) }

    private static let texts: KeyValuePairs = [
        "all-at-once": #"""
        // flatMap without a limit runs all inner streams at once: their values come mixed.
        ["a", "b", "c"].publisher
          .flatMap { letter in marbles("1-2-3|").map { letter + $0 } }
          .sink()

        """#,
        "batches": #"""
        // collect by time sends what came in each second in one piece; a second without values sends nothing.
        marbles("abc------de-f--g|")
          .collect(.byTime(DispatchQueue.main, .seconds(1)))
          .sink()

        """#,
        "burst": #"""
        // A burst of five meets a pace of one a second: the buffer fills at once and empties slowly. Change size and pace with p < >.
        marbles("(ABCDE)---------------------|")
          .buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest)
          .pace(.seconds(1))
          .sink()

        """#,
        "cancel": #"""
        // prefix lets three values pass; the fourth makes it cancel: the cancel goes up, the end goes down.
        interval(.milliseconds(500))
          .map { $0 * $0 }
          .prefix(3)
          .sink()

        """#,
        "catch": #"""
        // A failure ends the stream; catch goes on with another one in its place.
        marbles("a-b-x-c-d|")
          .tryMap { letter in
            if letter == "x" { throw FlowError("no x here") }
            return letter.uppercased()
          }
          .catch { _ in marbles("1-2|") }
          .sink()

        """#,
        "combine-latest": #"""
        // combineLatest sends with every change, from the moment when both have a value.
        let width = marbles("1---2---3|")
        let height = marbles("--5---6|")
        width.combineLatest(height).map { $0 + "x" + $1 }.sink()

        """#,
        "debounce": #"""
        // debounce waits until nothing has come for half a second, and sends the last: one search per pause in typing.
        marbles("s-w-i-f-t-------c-o-m-b-i-n-e-------|", unit: .milliseconds(100))
          .scan("") { $0 + $1 }
          .debounce(for: .milliseconds(500))
          .sink()

        """#,
        "drop-newest": #"""
        // A full buffer loses what comes: the first values arrive whole, the late ones do not.
        marbles("ABCDEFGH|")
          .buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest)
          .pace(.seconds(1))
          .sink()

        """#,
        "drop-oldest": #"""
        // A full buffer loses what waited longest: look at the crosses, they are the old values.
        marbles("ABCDEFGH|")
          .buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
          .pace(.seconds(1))
          .sink()

        """#,
        "duplicates": #"""
        // removeDuplicates lets a value pass only where it differs from the one before.
        marbles("aabbbacca|")
          .removeDuplicates()
          .sink()

        """#,
        "full-is-failure": #"""
        // A full buffer fails the stream: the error reaches the sink, and what still waited is lost.
        marbles("ABCDEFGH|")
          .setFailureType(to: FlowError.self)
          .buffer(size: 3, prefetch: .byRequest, whenFull: .customError { FlowError("buffer full") })
          .pace(.seconds(1))
          .sink()

        """#,
        "keep-full": #"""
        // keepFull asks its source for no more than there is room for; a source that does not wait loses values before the buffer.
        marbles("ABCDEFGH|")
          .buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest)
          .pace(.seconds(1))
          .sink()

        """#,
        "live-source": #"""
        // A live source does not wait: what nobody has asked for when it comes is lost.
        marbles("A-B-C-D-E-F|")
          .pace(.seconds(1))
          .sink()

        """#,
        "merge": #"""
        // merge passes on what comes from either stream, in the order in which it comes, until both have ended.
        let letters = marbles("a-b-c|")
        let digits = marbles("-1-2-3-4|")
        letters.merge(with: digits).sink()

        """#,
        "no-buffer": #"""
        // An array waits for demand, so nothing is lost without a buffer: each value leaves when it is asked for.
        ["A", "B", "C", "D"].publisher
          .pace(.seconds(1))
          .sink()

        """#,
        "one-at-a-time": #"""
        // flatMap with .max(1) runs one inner stream at a time: the next one begins when the last has ended.
        ["a", "b", "c"].publisher
          .flatMap(maxPublishers: .max(1)) { letter in marbles("1-2-3|").map { letter + $0 } }
          .sink()

        """#,
        "pause": #"""
        // Space pauses the sink: the buffer fills while it is paused, and empties when it goes on.
        interval(.milliseconds(500))
          .prefix(20)
          .buffer(size: 5, prefetch: .byRequest, whenFull: .dropOldest)
          .pausableSink { _ in true }

        """#,
        "retry": #"""
        // retry subscribes again after a failure, twice here: the third failure reaches the sink.
        marbles("a-b#", failure: FlowError("connection lost"))
          .retry(2)
          .sink()

        """#,
        "running-total": #"""
        // scan sends every sum on the way, reduce the last one only: compare the two outputs.
        let numbers = [1, 2, 3, 4, 5].publisher.pace(.milliseconds(500))
        numbers.scan(0, +).sink()
        numbers.reduce(0, +).sink()

        """#,
        "search": #"""
        // switchToLatest drops the answer to an old question as soon as a new one is asked: a is never answered.
        marbles("a--b------c|")
          .map { question in marbles("----1|").map { question + $0 } }
          .switchToLatest()
          .sink()

        """#,
        "share": #"""
        // share gives all listeners one subscription: the source runs once, and both get the same values.
        let ticks = interval(.milliseconds(500)).prefix(8).share()
        ticks.map { "now \($0)" }.sink()
        ticks.delay(for: .seconds(1)).map { "late \($0)" }.sink()

        """#,
        "throttle": #"""
        // throttle sends one value a second; change latest to false to get the first of each second instead of the newest.
        marbles("abcdefghijklmnop|")
          .throttle(for: .seconds(1), latest: true)
          .sink()

        """#,
        "timeout": #"""
        // timeout ends a stream in which nothing comes for a second; the value after the gap is never seen.
        marbles("a-b------c|")
          .timeout(.seconds(1))
          .sink()

        """#,
        "your-own-values": #"""
        // You are the source: e sends a value, E five, k ends it. What you send faster than one a second waits in the buffer.
        keys()
          .buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
          .pace(.seconds(1))
          .sink()

        """#,
        "zip": #"""
        // zip waits for a partner: the fast stream is held until the slow one has sent as much.
        let fast = marbles("abcd|")
        let slow = marbles("--1---2---3|")
        fast.zip(slow).map { $0 + $1 }.sink()

        """#,
    ]
}
