// A form waits for its second field, which is never filled in: nothing goes out, and what was typed into the first is gone.
import AsyncAlgorithms

let (names, name) = AsyncStream.makeStream(of: String.self)
let (ages, age) = AsyncStream.makeStream(of: Int.self)
let form = Task {
    var count = 0
    for await _ in combineLatest(names, ages) { count += 1 }
    return count
}
for letters in ["A", "An", "Ann", "Anna"] {
    name.yield(letters)
    try await Task.sleep(for: .milliseconds(20))
}
age.finish()
name.finish()
print("submitted", await form.value)
