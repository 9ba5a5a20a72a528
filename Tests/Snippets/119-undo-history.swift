import Combine

struct History {
    var past: [String] = []
    var present = ""

    mutating func push(_ text: String) {
        past.append(present)
        present = text
    }
}

let edits = ["H", "He", "Hel"].publisher

let c =
    edits
    .scan(History()) { history, text in
        var next = history
        next.push(text)
        return next
    }
    .sink { print("\($0.present) after \($0.past.count)") }
