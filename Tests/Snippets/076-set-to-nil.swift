import Combine

let subject = PassthroughSubject<String, Never>()
var token: AnyCancellable? = subject.sink { print($0) }

subject.send("kept")
token = nil
subject.send("lost")
print("end")
