import Combine

let greeting = Just("Hello, Combine!")

_ = greeting.sink(
    receiveCompletion: { completion in
        print("Received completion", completion)
    },
    receiveValue: { value in
        print("Received value", value)
    })
