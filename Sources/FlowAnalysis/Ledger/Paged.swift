/// Values by numbers, in pages that copies share: a copy costs what changes after it, and a number alone no more than its page.
///
/// For what is kept in many copies, as ledgers are. What is asked for with every record and has no copies is ``Numbered``.
struct Paged<Value: Sendable>: Sendable {
    private static var pageSize: UInt32 { 16 }
    /// Pages below this have a place of their own; a file that lies about a number costs no more than these.
    private static var limit: UInt32 { 1 << 14 }

    private var near: [[Value?]?] = []
    private var far: [UInt32: [Value?]] = [:]

    /// The value of a number, `nil` where it has none.
    ///
    /// - Complexity: O(1); O(a page) where a copy that shares the page is changed.
    subscript(number: UInt32) -> Value? {
        @inline(__always)
        get {
            let (page, place) = (number / Paged.pageSize, Int(number % Paged.pageSize))
            guard page < Paged.limit else { return far[page]?[place] }
            return page < near.count ? near[Int(page)]?[place] : nil
        }
        _modify {
            let (page, place) = (number / Paged.pageSize, Int(number % Paged.pageSize))
            if page < Paged.limit {
                makeRoom(for: page)
                yield &near[Int(page)]![place]
            } else {
                yield &far[page, default: Paged.emptyPage][place]
            }
        }
    }

    /// The value of a number, which gets one where it has none.
    subscript(number: UInt32, default value: @autoclosure () -> Value) -> Value {
        @inline(__always)
        get { self[number] ?? value() }
        _modify {
            if self[number] == nil { self[number] = value() }
            yield &self[number]!
        }
    }

    private static var emptyPage: [Value?] {
        Array(repeating: nil, count: Int(pageSize))
    }

    private mutating func makeRoom(for page: UInt32) {
        if page >= near.count { near.append(contentsOf: repeatElement(nil, count: Int(page) + 1 - near.count)) }
        if near[Int(page)] == nil { near[Int(page)] = Paged.emptyPage }
    }
}
