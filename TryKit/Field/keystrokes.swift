// Keys come faster than the interval of debounce: only the last one gets through, and never are two held.
import AsyncAlgorithms
let (keys, toKeys) = AsyncStream.makeStream(of: Character.self)
let searches = Task {
    var found = ""
    for await key in keys.debounce(for: .milliseconds(100)) { found.append(key) }
    return found
}
for key in "backpressure" {
    toKeys.yield(key)
    try await Task.sleep(for: .milliseconds(30))
}
toKeys.finish()
print("searched", await searches.value)
