import Combine

let inputs = PassthroughSubject<String, Never>()

let c = inputs.sink { text in
    if let number = Int(text) {
        print("a number: \(number + 1)")
    } else {
        print("not a number: \(text)")
    }
}

inputs.send("41")
inputs.send("forty-one")
