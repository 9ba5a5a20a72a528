import FlowTrace

/// A nearly always small number, such as that of a thread, a node or an edge.
public protocol DenseKey: Hashable, Sendable {
    var denseIndex: UInt32 { get }
    init(denseIndex: UInt32)
}

extension EdgeID: DenseKey {
    @inlinable @inline(__always) public var denseIndex: UInt32 { rawValue }
    @inlinable public init(denseIndex: UInt32) { self.init(rawValue: denseIndex) }
}

extension NodeID: DenseKey {
    @inlinable @inline(__always) public var denseIndex: UInt32 { rawValue }
    @inlinable public init(denseIndex: UInt32) { self.init(rawValue: denseIndex) }
}

extension UInt32: DenseKey {
    @inlinable @inline(__always) public var denseIndex: UInt32 { self }
    @inlinable public init(denseIndex: UInt32) { self = denseIndex }
}

/// A dictionary that finds small numbers, nearly all of its keys, without hashing.
///
/// Each record reads it several times. Its accessors are always inlined, because a call of a mutating one allocates; a single
/// `yield` in each makes that possible.
///
/// Public so that other modules specialise it: the bodies of `package` functions stay in their module.
public struct DenseTable<Key: DenseKey, Value: Sendable>: Sendable {
    /// The bound of the numbers that index ``values`` directly. It limits the memory that a false number in a file can cost.
    @inlinable static var limit: UInt32 { 1 << 16 }

    @usableFromInline var values: [Value?] = []
    /// The indices of larger numbers, after the direct ones.
    @usableFromInline var far: [UInt32: Int] = [:]

    @inlinable public init() {}

    /// - Complexity: O(1).
    public subscript(key: Key) -> Value? {
        @inlinable @inline(__always)
        get {
            let index = key.denseIndex < DenseTable.limit ? Int(key.denseIndex) : far[key.denseIndex] ?? .max
            return index < values.count ? values[index] : nil
        }
        @inlinable @inline(__always)
        _modify {
            let index = key.denseIndex < DenseTable.limit ? Int(key.denseIndex) : indexOfFar(key.denseIndex)
            if index >= values.count { makeRoom(upTo: index) }
            yield &values[index]
        }
    }

    /// The value of a key. A change inserts the default first if the key has none.
    public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        @inlinable @inline(__always)
        get { self[key] ?? value() }
        @inlinable @inline(__always)
        _modify {
            if self[key] == nil { self[key] = value() }
            yield &self[key]!
        }
    }

    /// Changes the value of a key if it has one, and returns the result of the change.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func change<Result>(_ key: Key, _ change: (inout Value) -> Result) -> Result? {
        self[key] == nil ? nil : change(&self[key]!)
    }

    /// The keys that have values, in order.
    @inlinable public var keys: [Key] {
        let near = (0..<min(DenseTable.limit, UInt32(values.count))).filter { values[Int($0)] != nil }
        return (near + far.filter { values[$0.value] != nil }.keys.sorted()).map(Key.init(denseIndex:))
    }

    @inlinable mutating func indexOfFar(_ number: UInt32) -> Int {
        if let index = far[number] { return index }
        let index = Int(DenseTable.limit) + far.count
        far[number] = index
        return index
    }

    @inlinable mutating func makeRoom(upTo index: Int) {
        values.append(contentsOf: repeatElement(nil, count: index + 1 - values.count))
    }
}
