internal import Synchronization

/// A test of the traced program.
public struct SuiteTest: Hashable, Sendable {
    /// The name that its testing library gives it: `AppTests.Rooms/joins()/RoomTests.swift:8:4` of Swift Testing, and `RoomTests.testJoins`
    /// of XCTest.
    public let id: String
    /// How it ended; `nil` if it has not, or if that is unknown.
    public var outcome: TestOutcome?

    public init(id: String, outcome: TestOutcome? = nil) {
        (self.id, self.outcome) = (id, outcome)
    }

    /// The name without module and line: `Rooms/joins()`, `RoomTests.testJoins`.
    public var name: String {
        guard let end = place?.startIndex else { return id }
        let path = id[..<id.index(before: end)]
        return path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? String(path)
    }

    /// Its file and line, such as `RoomTests.swift:8`; `nil` for a test of XCTest.
    public var line: String? {
        place.map { place in String(place.lastIndex(of: ":").map { place[..<$0] } ?? place) }
    }

    /// File, line and column.
    private var place: Substring? {
        guard let slash = id.lastIndex(of: "/") else { return nil }
        let place = id[id.index(after: slash)...]
        return place.contains(".swift:") ? place : nil
    }
}

/// How a test ended.
public enum TestOutcome: UInt8, CaseIterable, Sendable {
    /// Without an issue, or with known issues only.
    case passed = 1
    case failed = 2
    case skipped = 3

    /// `passed`, `failed` or `skipped`.
    public var word: String { "\(self)" }
}

/// The test in which this code runs, as the testing library tells.
package enum RunningTest {
    /// Writes the name of the test to a buffer of some bytes.
    ///
    /// Returns the number of bytes of the name, also if it is longer than the buffer, and 0 if no test is known.
    package typealias Reader = @convention(c) (UnsafeMutablePointer<UInt8>, Int) -> Int

    /// The address of the reader; 0 for none.
    private static let reader = Atomic<UInt>(0)
    /// The longest name that is recorded, in bytes.
    private static let limit = 1_000

    /// Sets the reader until the process exits.
    package static func read(by reader: Reader) {
        RunningTest.reader.store(UInt(bitPattern: unsafeBitCast(reader, to: UnsafeRawPointer.self)), ordering: .releasing)
    }

    /// The name of the test; `nil` if no test is known.
    static var id: String? {
        guard let address = UnsafeRawPointer(bitPattern: reader.load(ordering: .acquiring)) else { return nil }
        let reader = unsafeBitCast(address, to: Reader.self)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let count = reader(base, limit)
            guard count > 0, count <= limit else { return nil }
            return String(decoding: bytes[..<count], as: UTF8.self)
        }
    }
}
