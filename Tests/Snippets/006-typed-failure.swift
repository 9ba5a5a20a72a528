import Combine

enum MyError: Error {
    case test
}

let subject = PassthroughSubject<String, MyError>()

let subscription = subject.sink(
    receiveCompletion: { completion in
        print("Received completion", completion)
    },
    receiveValue: { value in
        print("Received value", value)
    })

subject.send("Hello")
subject.send(completion: .failure(.test))
subject.send("How about another one?")
