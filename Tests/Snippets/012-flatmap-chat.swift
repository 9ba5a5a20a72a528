import Combine

struct Chatter {
    let name: String
    let message: CurrentValueSubject<String, Never>

    init(name: String, message: String) {
        self.name = name
        self.message = CurrentValueSubject(message)
    }
}

var subscriptions = Set<AnyCancellable>()

let charlotte = Chatter(name: "Charlotte", message: "Hi, I'm Charlotte!")
let james = Chatter(name: "James", message: "Hi, I'm James!")

let chat = CurrentValueSubject<Chatter, Never>(charlotte)

chat
    .flatMap(maxPublishers: .max(2)) { $0.message }
    .sink { print($0) }
    .store(in: &subscriptions)

charlotte.message.value = "Charlotte: How's it going?"
chat.value = james
james.message.value = "James: Doing great. You?"
charlotte.message.value = "Charlotte: I'm doing fine, thanks."
