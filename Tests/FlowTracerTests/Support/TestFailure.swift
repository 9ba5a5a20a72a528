struct TestFailure: Error, Equatable {
    /// The value, or a throw where `condition` does not hold.
    static func unless<Value>(_ condition: Bool, _ value: Value) throws -> Value {
        guard condition else { throw TestFailure() }
        return value
    }
}
