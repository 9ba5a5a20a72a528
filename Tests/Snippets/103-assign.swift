import Combine

class Label {
    var text = "" {
        didSet { print("label shows '\(text)'") }
    }
}

let label = Label()
let c = ["Hello", "world"].publisher
    .assign(to: \.text, on: label)
