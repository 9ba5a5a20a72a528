/// A closure, or an operator as a function, with what it has taken from around it.
public final class Function {
    private let body: ([Value]) throws(Stop) -> Value

    init(_ body: @escaping ([Value]) throws(Stop) -> Value) {
        self.body = body
    }

    func callAsFunction(_ arguments: [Value]) throws(Stop) -> Value {
        try body(arguments)
    }
}
