import OpenCombineShim

/// Writes integers as text and reads them again, for `encode` and `decode`.
struct TextCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<Value: Encodable>(_ value: Value) throws -> String {
        "\(value)"
    }

    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try TestFailure.unless(Int(text) is Value, Int(text) as! Value)
    }
}
