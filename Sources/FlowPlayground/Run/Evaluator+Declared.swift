import FlowCore

/// What may have no value, and what belongs to the types and functions of the program.
extension Evaluator {
    /// What may have no value.
    func partial(_ term: Term) throws(Stop) -> Value {
        switch term {
        case .dictionary(let parts, let span):
            var dictionary = KeyedValues()
            for index in stride(from: 0, to: parts.count, by: 2) {
                let key = try evaluate(parts[index])
                guard dictionary[key] == nil else { throw .fault(Problem(span, "the key \(key) is there twice")) }
                dictionary[key] = try evaluate(parts[index + 1])
            }
            return .dictionary(dictionary)
        case .lookup(let term, let key, let standard):
            guard case .dictionary(let dictionary) = try evaluate(term) else { return .null }
            let found = dictionary[try evaluate(key)]
            guard let standard else { return .optional(found) }
            if let found { return found }
            return try evaluate(standard)
        case .chain(let inner):
            do throws(Stop) {
                let value = try evaluate(inner)
                switch value {
                case .some, .null: return value
                default: return .some(value)
                }
            } catch {
                if case .absent = error { return .null }
                throw error
            }
        case .unwrap(let inner):
            let value = try evaluate(inner)
            guard let wrapped = value.wrapped else { throw .absent }
            return wrapped
        case .force(let inner, let span):
            guard let wrapped = try evaluate(inner).wrapped else { throw .fault(Problem(span, "there is no value: it is nil")) }
            return wrapped
        case .caught(let inner):
            do throws(Stop) {
                return try evaluate(inner)
            } catch {
                if case .thrown = error { return .null }
                throw error
            }
        case .cast(let inner, let test, let isForced, let span):
            let value = try evaluate(inner)
            let fits =
                switch test {
                case .always: true
                case .flowError: if case .error = value { true } else { false }
                case .declared(let index): value.isOf(type(index))
                }
            guard isForced else { return fits ? .some(value) : .null }
            guard fits else { throw .fault(Problem(span, "\(value) is of another type")) }
            return value
        default: return .void
        }
    }

    func type(_ index: Int) -> RuntimeType? {
        if case .type(let type) = locals[index] { type } else { nil }
    }

    /// What types and functions of the program are asked for.
    func declared(_ term: Term) throws(Stop) -> Value {
        switch term {
        case .field(let base, let index):
            switch try evaluate(base) {
            case .record(let record): return record.fields.indices.contains(index) ? record.fields[index] : .void
            case .object(let object): return object.fields.indices.contains(index) ? object.fields[index] : .void
            default: return .void
            }
        case .make(let index, let enumCase, let fields, let span):
            guard let type = type(index) else { return .void }
            let values = try evaluate(fields)
            return type.shape.isReference
                ? try run.object(type, values, at: span) : .record(RecordValue(type: type, enumCase: enumCase, fields: values))
        case .shared(let index, let number):
            guard let type = type(index), type.statics.indices.contains(number) else { return .void }
            return type.statics[number]
        case .invoke(let function, let arguments, _):
            guard case .function(let function) = try evaluate(function) else { return .void }
            return try function(try evaluate(arguments))
        case .method(let index, let method, let receiver, let arguments, let span):
            guard let type = type(index) else { return .void }
            return try call(method, of: type, on: receiver, arguments, span)
        case .change(let place, let overload, let parts, let site): return try change(place, overload, parts, site)
        default: return .void
        }
    }

    func call(
        _ index: Int, of type: RuntimeType, on receiver: Term.Receiver, _ arguments: [Term], _ span: Span
    ) throws(Stop) -> Value {
        let isInitializer: Bool
        switch receiver {
        case .none:
            var nothing = Value.void
            return try type.call(index, on: &nothing, try evaluate(arguments), at: span)
        case .value(let term):
            var value = try evaluate(term)
            if case .make = term { isInitializer = true } else { isInitializer = false }
            let result = try type.call(index, on: &value, try evaluate(arguments), at: span)
            return isInitializer ? value : result
        case .place(let place):
            let values = try evaluate(arguments)
            var result = Value.void
            try change(place) { (value: inout Value) throws(Stop) in
                result = try type.call(index, on: &value, values, at: span)
            }
            return result
        }
    }

    /// Carries out a row that changes a place: it gives the new value and its result.
    func change(_ place: Place, _ overload: Overload, _ parts: [TermPart], _ site: CallSite) throws(Stop) -> Value {
        var values: [Value] = []
        for part in parts.dropFirst() { values.append(try evaluate(part.value.term)) }
        var result = Value.void
        try change(place) { (value: inout Value) throws(Stop) in
            let call = try OperatorCall(run: run, overload: overload, arguments: [value] + values, parts: parts, site: site)
            guard case .tuple(let pair, _) = try overload.build(call), pair.count == 2 else { return }
            (value, result) = (pair[0], pair[1])
        }
        return result
    }
}

extension Value {
    fileprivate func isOf(_ type: RuntimeType?) -> Bool {
        switch self {
        case .record(let record): record.type === type
        case .object(let object): object.type === type
        default: false
        }
    }
}
