import Combine

let username = CurrentValueSubject<String, Never>("")
let password = CurrentValueSubject<String, Never>("")

let isValid = Publishers.CombineLatest(username, password)
    .map { name, secret in
        name.count >= 3 && secret.count >= 8
    }
    .removeDuplicates()
    .eraseToAnyPublisher()

let cancellable = isValid.sink { print($0 ? "You may log in" : "Keep typing") }

username.send("ann")
password.send("secret")
password.send("secret123")
username.send("an")
