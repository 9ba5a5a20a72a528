/// The place of a name that may change.
public final class Cell {
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// A value of a struct or of an enum that the program declares.
public struct RecordValue {
    let type: RuntimeType
    /// The index of its case, -1 for a struct.
    let enumCase: Int
    var fields: [Value]

    /// As Swift describes it.
    var text: String { type.describe(.record(self)) ?? plainText }

    /// As Swift describes it within an array: with the names of its type and its module.
    var debugText: String {
        type.describe(.record(self)) ?? (enumCase < 0 ? "main.\(plainText)" : "\(type.qualifiedName).\(plainText)")
    }

    private var plainText: String {
        guard enumCase >= 0 else { return "\(type.shape.name)(\(RecordValue.list(type.shape.fields, fields)))" }
        let (name, labels) = type.shape.cases[enumCase]
        return fields.isEmpty ? name : "\(name)(\(RecordValue.list(labels, fields)))"
    }

    private static func list(_ labels: [String?], _ values: [Value]) -> String {
        zip(labels, values).map { label, value in (label.map { "\($0): " } ?? "") + value.debugDescription }.joined(
            separator: ", ")
    }
}

/// A value of a class that the program declares.
public final class Object {
    let type: RuntimeType
    var fields: [Value]

    init(_ type: RuntimeType, fields: [Value]) {
        self.type = type
        self.fields = fields
    }
}

/// An object that something else keeps, or kept.
public struct WeakObject {
    private(set) weak var object: Object?

    init(_ object: Object?) { self.object = object }
}

/// A type that a running program has declared: what its methods know of the names around it.
public final class RuntimeType {
    let shape: TypeShape
    var statics: [Value] = []
    private let names: [Value]
    private unowned let run: ChainRun

    init(_ shape: TypeShape, names: [Value], run: ChainRun) {
        self.shape = shape
        self.names = names
        self.run = run
    }

    /// The name as Swift writes it where it stands in a collection: with the module of a program.
    var qualifiedName: String { "main.\(shape.name)" }

    /// Calls a method.
    ///
    /// - Parameter receiver: What it is called on, which a mutating method changes.
    func call(_ index: Int, on receiver: inout Value, _ arguments: [Value], at span: Span) throws(Stop) -> Value {
        let method = shape.methods[index]
        let cell = Cell(receiver)
        let known = names + [.type(self), method.changesSelf ? .cell(cell) : receiver] + arguments
        let result = try run.nested(method.height, at: span) { () throws(Stop) in
            var evaluator = Evaluator(run: run, locals: known)
            return try evaluator.result(of: method.body)
        }
        if method.changesSelf { receiver = cell.value }
        return result
    }

    /// What the type's own `description` says of a value, `nil` if it has none.
    fileprivate func describe(_ value: Value) -> String? {
        guard let method = shape.description else { return nil }
        var value = value
        do throws(Stop) {
            return try call(method, on: &value, [], at: Span(0, 0)).description
        } catch {
            run.stop(error, at: nil)
            return ""
        }
    }
}

/// Keys in the order in which they came, with their values: unlike Swift's, the order is the same in every run.
public struct KeyedValues {
    private(set) var keys: [Value] = []
    private(set) var values: [Value] = []
    private var indices: [Key: Int] = [:]

    private struct Key: Hashable {
        let value: Value

        static func == (a: Self, b: Self) -> Bool { a.value.equals(b.value) }

        func hash(into hasher: inout Hasher) { hasher.combine(value.description) }
    }

    init() {}

    /// Those of a set.
    init(_ elements: [Value]) {
        for element in elements { self[element] = .void }
    }

    subscript(key: Value) -> Value? {
        get { indices[Key(value: key)].map { values[$0] } }
        set {
            switch (indices[Key(value: key)], newValue) {
            case (let index?, let value?): values[index] = value
            case (let index?, nil): remove(at: index)
            case (nil, let value?):
                indices[Key(value: key)] = keys.count
                keys.append(key)
                values.append(value)
            case (nil, nil): break
            }
        }
    }

    private mutating func remove(at index: Int) {
        keys.remove(at: index)
        values.remove(at: index)
        indices = [:]
        for (index, key) in keys.enumerated() { indices[Key(value: key)] = index }
    }

    func equals(_ other: KeyedValues) -> Bool {
        keys.count == other.keys.count
            && zip(keys, values).allSatisfy { key, value in other[key].map { $0.equals(value) } ?? false }
    }
}

/// An error of the program's own type, as a stream carries it.
struct ThrownError: Error, CustomStringConvertible {
    /// Its index among the errors of the run.
    let number: Int
    let description: String
}
