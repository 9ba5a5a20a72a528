import Combine

enum SubjectError: Error {
    case genericSubjectError
}

let subject = CurrentValueSubject<String, SubjectError>("initial value")

let c =
    subject
    .assertNoFailure()
    .sink(
        receiveCompletion: { print("completion: \($0)") },
        receiveValue: { print("value: \($0)") })

subject.send("second value")
subject.send(completion: .finished)
