/// Stands for the memory of a large value as long as the value lives.
public final class Charge {
    private let memory: MemoryUse
    private let bytes: Int

    init(_ bytes: Int, to memory: MemoryUse) {
        self.bytes = bytes
        self.memory = memory
        memory.bytes += bytes
    }

    deinit {
        memory.bytes -= bytes
    }
}
