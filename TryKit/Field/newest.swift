// A slow loop over a subject that keeps its newest value: each newer one takes the place of one that nobody has taken.
import Combine
let level = CurrentValueSubject<Int, Never>(0)
let reader = Task {
    var read: [Int] = []
    for await value in level.values {
        read.append(value)
        try? await Task.sleep(for: .milliseconds(100))
    }
    return read
}
try await Task.sleep(for: .milliseconds(50))
for value in 1...8 {
    level.send(value)
    try await Task.sleep(for: .milliseconds(30))
}
try await Task.sleep(for: .milliseconds(300))
level.send(completion: .finished)
print("read", await reader.value)
