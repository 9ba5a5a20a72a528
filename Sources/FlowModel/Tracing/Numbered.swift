/// Values by numbers that are nearly always small, as those of threads and edges: found without hashing.
///
/// Asked several times a record. Its accessors are always inlined: a call of one that changes a value allocates.
struct Numbered<Value: Sendable>: Sendable {
    /// Numbers below this have a place of their own; a file that lies about one costs no more than these.
    private static var limit: UInt32 { 1 << 16 }

    private var near: [Value?] = []
    private var far: [UInt32: Value] = [:]

    /// The value of a number, `nil` where it has none.
    ///
    /// - Complexity: O(1).
    subscript(number: UInt32) -> Value? {
        @inline(__always)
        get {
            guard number < Numbered.limit else { return far[number] }
            return number < near.count ? near[Int(number)] : nil
        }
        @inline(__always)
        _modify {
            if number < Numbered.limit {
                makeRoom(for: number)
                yield &near[Int(number)]
            } else {
                yield &far[number]
            }
        }
    }

    /// The value of a number, which gets one where it has none.
    subscript(number: UInt32, default value: @autoclosure () -> Value) -> Value {
        @inline(__always)
        get { self[number] ?? value() }
        @inline(__always)
        _modify {
            if self[number] == nil { self[number] = value() }
            yield &self[number]!
        }
    }

    /// The numbers that have values, in order.
    var numbers: [UInt32] {
        near.indices.filter { near[$0] != nil }.map { UInt32($0) } + far.keys.sorted()
    }

    private mutating func makeRoom(for number: UInt32) {
        guard number >= near.count else { return }
        near.append(contentsOf: repeatElement(nil, count: Int(number) + 1 - near.count))
    }
}
