import Combine

class Counter {
    let subject = CurrentValueSubject<Int, Never>(0)

    func increment() {
        subject.value += 1
    }
}

let counter = Counter()
let c = counter.subject.sink { print("count: \($0)") }
counter.increment()
counter.increment()
