// One upload at a time: while it is under way, what the subject sends is lost.
import Combine
let pictures = PassthroughSubject<Int, Never>()
var answer: PassthroughSubject<Int, Never>?
var done: [Int] = []
let uploads = pictures
    .flatMap(maxPublishers: .max(1)) { picture -> AnyPublisher<Int, Never> in
        let next = PassthroughSubject<Int, Never>()
        answer = next
        return next.map { _ in picture }.eraseToAnyPublisher()
    }
    .sink { done.append($0) }
for picture in 1...12 {
    pictures.send(picture)
    if picture.isMultiple(of: 4), let open = answer {
        open.send(0)
        open.send(completion: .finished)
    }
}
pictures.send(completion: .finished)
print("sent 12, done", done)
