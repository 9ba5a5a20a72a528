import Testing

@Suite("subscribers")
struct SubscribersScenarioTests {
    @Test func `each gets what it asks for, a second apart`() throws {
        let history = try History("subscribers", "ready-made", until: 20)

        #expect(
            history.whole == [
                "0 Subscribers.Sink subscribed", "0 Subscribers.Sink request ∞ -> ∞",
                "0 Subscribers.Sink value Hello, Combine! -> ∞", "0 Subscribers.Sink finished",
                "1 sink subscribed", "1 sink request ∞ -> ∞", "1 sink value Hello, Combine! -> ∞", "1 sink finished",
                "2 assign subscribed", "2 assign request ∞ -> ∞", "2 assign value Hello, Combine! -> ∞",
                "2 assign state text = \"Hello, Combine!\"", "2 assign finished",
                "3 AnySubscriber subscribed", "3 AnySubscriber request ∞ -> ∞", "3 AnySubscriber value One -> ∞",
                "3 AnySubscriber value Two -> ∞", "3 AnySubscriber value Three -> ∞", "3 AnySubscriber value Four -> ∞",
                "3 AnySubscriber finished", "4 empty subscribed", "4 empty request ∞ -> ∞", "4 empty finished",
            ])
    }
}
