// A child waits on a stream that nobody yields to, until it is cancelled: how services wait. Nothing is wrong.
await withTaskGroup(of: Void.self) { group in
    group.addTask {
        let (shutdown, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in shutdown {}
    }
    try? await Task.sleep(for: .milliseconds(100))
    group.cancelAll()
}
print("down")
