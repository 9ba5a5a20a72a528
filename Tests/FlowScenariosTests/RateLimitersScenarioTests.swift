import Testing

@Suite("rate-limiters")
struct RateLimitersScenarioTests {
    @Test func `four chains slow the same source`() throws {
        let history = try History("rate-limiters", "four-chains", until: 20)

        #expect(
            history.whole == [
                "0 pace subscribed", "0 pace request 1 -> 1", "0 throttle latest subscribed",
                "0 throttle latest request ∞ -> ∞", "0 throttle first subscribed", "0 throttle first request ∞ -> ∞",
                "0 debounce subscribed", "0 debounce request ∞ -> ∞", "0 source offered A", "0 pace value A -> 0",
                "0 throttle latest value A -> ∞", "0 throttle first value A -> ∞",
                "0.3 source offered B", "0.6 source offered C", "1 pace request 1 -> 1", "1 pace value B -> 0",
                "1 throttle latest value C -> ∞", "1 throttle first value B -> ∞",
                "1.1 debounce value C -> ∞", "2 pace request 1 -> 1", "2 pace value C -> 0",
                "3 pace request 1 -> 1", "5 source offered D", "5 pace value D -> 0", "5 throttle latest value D -> ∞",
                "5 throttle first value D -> ∞", "5.3 source offered E",
                "5.6 source offered F", "5.6 source finished", "5.6 debounce finished",
                "6 pace request 1 -> 1", "6 pace value E -> 0", "6 throttle latest value F -> ∞", "6 throttle latest finished",
                "6 throttle first value E -> ∞", "6 throttle first finished",
                "7 pace request 1 -> 1", "7 pace value F -> 0", "8 pace request 1 -> 1", "8 pace finished",
            ])
    }
}
