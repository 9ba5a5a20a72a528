// A file that imports OpenCombine has OpenCombine's own subjects: what they lose is not known, and not claimed to be nothing.
import OpenCombine
let photos = PassthroughSubject<Int, Never>()
final class Reader: Subscriber {
    var got: [Int] = []
    func receive(subscription: Subscription) { subscription.request(.max(1)) }
    func receive(_ input: Int) -> Subscribers.Demand { got.append(input); return .none }
    func receive(completion: Subscribers.Completion<Never>) {}
}
let reader = Reader()
photos.receive(on: DispatchQueue.main).subscribe(Reader())
photos.subscribe(reader)
for photo in 1...4 { photos.send(photo) }
photos.send(completion: .finished)
print(reader.got, type(of: photos) == OpenCombine.PassthroughSubject<Int, Never>.self)
