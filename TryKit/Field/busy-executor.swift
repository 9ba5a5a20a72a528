// The loop is quick, but the main actor that runs it is not free: something else draws on it.
import Foundation
func draw() { Thread.sleep(forTimeInterval: 0.3) }
let (changes, toChanges) = AsyncStream.makeStream(of: Int.self)
let view = Task { @MainActor in
    var seen = 0
    for await _ in changes { seen += 1 }
    return seen
}
let model = Task.detached {
    for change in 1...120 {
        toChanges.yield(change)
        try await Task.sleep(for: .milliseconds(10))
    }
    toChanges.finish()
}
let drawing = Task { @MainActor in
    for _ in 1...5 {
        draw()
        await Task.yield()
    }
}
await drawing.value
print("seen", await view.value)
