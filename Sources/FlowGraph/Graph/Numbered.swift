/// Values by numbers that are nearly always small, as those of threads and edges: found without hashing.
///
/// Asked several times a record. Its accessors are always inlined: a call of one that changes a value allocates. So that they can be,
/// each yields in one place only.
///
/// Public so that other modules get it specialised: the bodies of `package` functions stay in their module.
public struct Numbered<Value: Sendable>: Sendable {
    /// Numbers below this are their own places; a file that lies about one costs no more than these.
    @inlinable static var limit: UInt32 { 1 << 16 }

    @usableFromInline var values: [Value?] = []
    /// The places of the other numbers, behind.
    @usableFromInline var far: [UInt32: Int] = [:]

    @inlinable public init() {}

    /// The value of a number, `nil` where it has none.
    ///
    /// - Complexity: O(1).
    public subscript(number: UInt32) -> Value? {
        @inlinable @inline(__always)
        get {
            let place = number < Numbered.limit ? Int(number) : far[number] ?? .max
            return place < values.count ? values[place] : nil
        }
        @inlinable @inline(__always)
        _modify {
            let place = number < Numbered.limit ? Int(number) : placeOfFar(number)
            if place >= values.count { makeRoom(upTo: place) }
            yield &values[place]
        }
    }

    /// The value of a number, which gets one where it has none.
    public subscript(number: UInt32, default value: @autoclosure () -> Value) -> Value {
        @inlinable @inline(__always)
        get { self[number] ?? value() }
        @inlinable @inline(__always)
        _modify {
            if self[number] == nil { self[number] = value() }
            yield &self[number]!
        }
    }

    /// Changes the value of a number where it has one, and returns what comes of it.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func change<Result>(_ number: UInt32, _ change: (inout Value) -> Result) -> Result? {
        self[number] == nil ? nil : change(&self[number]!)
    }

    /// The numbers that have values, in order.
    @inlinable public var numbers: [UInt32] {
        let near = (0..<min(Numbered.limit, UInt32(values.count))).filter { values[Int($0)] != nil }
        return near + far.filter { values[$0.value] != nil }.keys.sorted()
    }

    @inlinable mutating func placeOfFar(_ number: UInt32) -> Int {
        if let place = far[number] { return place }
        let place = Int(Numbered.limit) + far.count
        far[number] = place
        return place
    }

    @inlinable mutating func makeRoom(upTo place: Int) {
        values.append(contentsOf: repeatElement(nil, count: place + 1 - values.count))
    }
}
