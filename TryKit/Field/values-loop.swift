// A loop over a subject's values rests after each: what is sent meanwhile is lost.
import Combine
let lines = PassthroughSubject<Int, Never>()
let reader = Task {
    var read: [Int] = []
    for await line in lines.values {
        read.append(line)
        try? await Task.sleep(for: .milliseconds(100))
    }
    return read
}
try await Task.sleep(for: .milliseconds(50))
for line in 1...8 {
    lines.send(line)
    try await Task.sleep(for: .milliseconds(30))
}
try await Task.sleep(for: .milliseconds(200))
lines.send(completion: .finished)
print("read", await reader.value)
