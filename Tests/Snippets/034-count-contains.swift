import Combine

let c1 = ["A", "B", "C"].publisher
    .count()
    .sink { print("I have \($0) items") }

let letter = "C"
let c2 = ["A", "B", "C", "D", "E"].publisher
    .contains(letter)
    .sink { contains in
        print(contains ? "Publisher emitted \(letter)!" : "Publisher never emitted \(letter)!")
    }
