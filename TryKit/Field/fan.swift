// Three subscribers of one subject: one is asked for all, one takes two at first and two more later, one is cancelled.
import Combine
let news = PassthroughSubject<String, Never>()
final class Reader: Subscriber {
    var subscription: Subscription?
    var got: [String] = []
    func receive(subscription: Subscription) { self.subscription = subscription; subscription.request(.max(2)) }
    func receive(_ input: String) -> Subscribers.Demand { got.append(input); return .none }
    func receive(completion: Subscribers.Completion<Never>) {}
}
var all: [String] = []
let everything = news.sink { all.append($0) }
let (some, left) = (Reader(), Reader())
news.subscribe(some)
news.subscribe(left)
for number in 1...4 { news.send("a headline of the day, number \(number)") }
some.subscription?.request(.max(2))
left.subscription?.cancel()
for number in 5...8 { news.send("a headline of the day, number \(number)") }
news.send(completion: .finished)
print(all.count, some.got.count, left.got.count)
