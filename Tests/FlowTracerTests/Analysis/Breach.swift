import FlowModel
import FlowOperators
import FlowTestSupport
import FlowTrace
import FlowCombine
@testable import FlowAnalysis

private typealias Willing = RecordingSubscriber<Int, TestFailure>
/// A publisher that obeys no rule: it sends values, ends and subscriptions when it is told to.
typealias Rogue = RecordingPublisher<Int, TestFailure>

/// A publisher and a subscriber, one of which breaks a rule, and the event that breaks it.
struct Breach: Sendable, CustomStringConvertible {
    let rule: ContractRule
    let description: String
    /// The event, in words: `value 2`.
    let event: String
    /// Whether the rule allows it, so that it is only noted.
    let isNote: Bool
    /// Plays it; publishers are subscribed to through `watched`.
    let play: @Sendable (_ watched: (Rogue) -> AnyPublisher<Int, TestFailure>) -> Void

    init(
        _ rule: any Rule.Type, _ description: String, at event: String, isNote: Bool = false,
        _ play: @escaping @Sendable (_ watched: (Rogue) -> AnyPublisher<Int, TestFailure>) -> Void
    ) {
        self.rule = ContractRule(rule)
        self.description = description
        self.event = event
        self.isNote = isNote
        self.play = play
    }

    static let all: [Breach] = [
        Breach(MoreThanDemanded.self, "two values for a demand of one", at: "value 2") { watched in
            let rogue = Rogue()
            watched(rogue).subscribe(Willing(demand: .max(1)))
            (1...2).forEach(rogue.send)
        },
        Breach(MoreThanDemanded.self, "a value for no demand", at: "value 1") { watched in
            let rogue = Rogue()
            watched(rogue).subscribe(Willing())
            rogue.send(1)
        },
        Breach(NotSerial.self, "a value from a thread while another thread delivers", at: "value 2") { watched in
            let rogue = Rogue()
            let both = Unchecked(rogue)
            let willing = Willing(demand: .unlimited) { _, value in
                if value == 1 { onThreads(1) { _ in both.value.send(2) } }
                return value == 1 ? .max(1) : .none
            }
            watched(rogue).subscribe(willing)
            rogue.send(1)
        },
        Breach(AfterTerminal.self, "a value after the end", at: "value 1") { watched in
            let rogue = Rogue()
            watched(rogue).subscribe(Willing(demand: .unlimited))
            rogue.send(completion: .finished)
            rogue.send(1)
        },
        Breach(AfterTerminal.self, "an end after a failure", at: "finished") { watched in
            let rogue = Rogue()
            watched(rogue).subscribe(Willing(demand: .unlimited))
            rogue.send(completion: .failure(TestFailure()))
            rogue.send(completion: .finished)
        },
        Breach(AfterCancel.self, "a value after a cancel", at: "value 2") { watched in
            let rogue = Rogue()
            let willing = Willing(demand: .unlimited)
            watched(rogue).subscribe(willing)
            rogue.send(1)
            willing.subscription?.cancel()
            rogue.send(2)
        },
        Breach(AfterCancel.self, "values after a cancel within one request", at: "value 3") { watched in
            let rogue = Rogue()
            rogue.onRequest = { rogue in (1...3).forEach(rogue.send) }
            let willing = Willing(demand: .max(3)) { willing, value in
                if value == 1 { willing.subscription?.cancel() }
                return .none
            }
            watched(rogue).subscribe(willing)
        },
        Breach(BeforeSubscription.self, "a value before the subscription", at: "value 1") { watched in
            let rogue = Rogue(handsOver: false)
            watched(rogue).subscribe(Willing(demand: .unlimited))
            rogue.send(1)
        },
        Breach(SecondSubscription.self, "a second subscription", at: "subscribed") { watched in
            let rogue = Rogue()
            watched(rogue).subscribe(Willing(demand: .unlimited))
            rogue.send(1)
            rogue.sendSubscription()
        },
        Breach(Recursion.self, "every request answered within it, by every value", at: "value 17") { watched in
            let rogue = Rogue()
            var next = 0
            rogue.onRequest = { rogue in
                next += 1
                if next <= 40 { rogue.send(next) }
            }
            let willing = Willing(demand: .max(1)) { willing, _ in
                willing.subscription?.request(.max(1))
                return .none
            }
            watched(rogue).subscribe(willing)
        },
        Breach(RequestAfterEnd.self, "a request after a cancel that is answered", at: "value 2") { watched in
            let rogue = Rogue()
            let willing = Willing(demand: .max(1))
            watched(rogue).subscribe(willing)
            rogue.send(1)
            willing.subscription?.cancel()
            rogue.onRequest = { $0.send(2) }
            willing.subscription?.request(.max(1))
        },
        Breach(NonPositiveRequest.self, "a request for none", at: "request 0") { watched in
            let willing = Willing(demand: .max(1))
            watched(Rogue()).subscribe(willing)
            willing.subscription?.request(.none)
        },
        Breach(DemandLeftOver.self, "an end before all demanded values", at: "finished", isNote: true) { watched in
            let rogue = Rogue()
            watched(rogue).subscribe(Willing(demand: .max(2)))
            rogue.send(1)
            rogue.send(completion: .finished)
        },
        Breach(CancelledAtOnce.self, "what sink returns is dropped", at: "cancel") { watched in
            _ = watched(Rogue()).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        },
    ]
}

/// Carries a value to another thread, which uses it while this thread waits.
private struct Unchecked<Value>: @unchecked Sendable {  // the threads take turns
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
