import Combine
import Foundation

var bag = Set<AnyCancellable>()
let query = PassthroughSubject<String, Never>()

query
    .debounce(for: .milliseconds(200), scheduler: DispatchQueue.main)
    .removeDuplicates()
    .sink { print("searching for \($0)") }
    .store(in: &bag)

query.send("S")
query.send("Sw")
DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
    query.send("Swift")
}
DispatchQueue.main.asyncAfter(deadline: .now() + 0.6) {
    query.send("Swift UI")
}
