import FlowCombine

struct TestFailure: Error, Equatable {
    /// Returns the value; throws if `condition` does not hold.
    static func unless<Value>(_ condition: Bool, _ value: Value) throws -> Value {
        guard condition else { throw TestFailure() }
        return value
    }
}

/// Fails twice, then works.
final class Attempts {
    private var count = 0

    static var failing: Record<Int, TestFailure> { Record<Int, TestFailure>(output: [1], completion: .failure(TestFailure())) }
    static var working: Record<Int, TestFailure> { Record<Int, TestFailure>(output: [2, 3], completion: .finished) }

    func next() -> Record<Int, TestFailure> {
        count += 1
        return count < 3 ? Attempts.failing : Attempts.working
    }
}

/// A stream that discards the output of `print`.
struct Silence: TextOutputStream {
    func write(_ string: String) {}
}

/// Writes integers as text and reads them again, for `encode` and `decode`.
struct TextCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<Value: Encodable>(_ value: Value) throws -> String {
        "\(value)"
    }

    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try TestFailure.unless(Int(text) is Value, Int(text) as! Value)
    }
}
