import LibC
internal import Synchronization

/// The known stacks by their return addresses: found without a lock, added under the caller's.
///
/// A stack is written before its entry is published, and stays as long as the table.
final class StackTable: @unchecked Sendable {  // see above: entries are published by release stores, and never change
    /// The number of entries: a power of two, so that a hash finds one by its low bits.
    private static let capacity = 1 << 13
    /// The most stacks, so that a search soon finds an empty entry.
    private static let limit = capacity / 4 * 3
    /// The words before the addresses of a stack: its hash, and its number and count of addresses.
    private static let head = 2

    /// The address of each stack; 0 for an empty entry.
    private let entries: UnsafeMutablePointer<UInt>
    private var count = 0

    init() {
        entries = .allocate(capacity: StackTable.capacity)
        entries.initialize(repeating: 0, count: StackTable.capacity)
    }

    deinit {
        for index in 0..<StackTable.capacity { UnsafeMutablePointer<UInt64>(bitPattern: entries[index])?.deallocate() }
        entries.deallocate()
    }

    /// The number of a stack; `nil` if the table does not have it.
    @inline(__always)
    func number(of addresses: UnsafeBufferPointer<UInt64>, hash: UInt64) -> UInt32? {
        guard let wanted = addresses.baseAddress else { return nil }
        var index = Int(truncatingIfNeeded: hash) & (StackTable.capacity - 1)
        while let entry = UnsafePointer<UInt64>(bitPattern: load(index)) {
            if entry[0] == hash, entry[1] >> 32 == UInt64(addresses.count),
                memcmp(entry + StackTable.head, wanted, addresses.count * 8) == 0
            {
                return UInt32(truncatingIfNeeded: entry[1])
            }
            index = (index + 1) & (StackTable.capacity - 1)
        }
        return nil
    }

    /// Adds a stack unless the table has it, or is full. One thread at a time may add.
    func add(_ addresses: UnsafeBufferPointer<UInt64>, hash: UInt64, number: UInt32) {
        guard count < StackTable.limit, self.number(of: addresses, hash: hash) == nil else { return }
        var index = Int(truncatingIfNeeded: hash) & (StackTable.capacity - 1)
        while load(index) != 0 { index = (index + 1) & (StackTable.capacity - 1) }
        let entry = UnsafeMutablePointer<UInt64>.allocate(capacity: StackTable.head + addresses.count)
        entry[0] = hash
        entry[1] = UInt64(addresses.count) << 32 | UInt64(number)
        for (place, address) in addresses.enumerated() { entry[StackTable.head + place] = address }
        count += 1
        atomic(index).pointee.store(UInt(bitPattern: entry), ordering: .releasing)
    }

    @inline(__always)
    private func load(_ index: Int) -> UInt { atomic(index).pointee.load(ordering: .acquiring) }

    @inline(__always)
    private func atomic(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
        UnsafeMutableRawPointer(entries + index).assumingMemoryBound(to: Atomic<UInt>.self)
    }
}
