/// What is assigned to, and changed where it is.
extension Evaluator {
    // MARK: Places

    func assign(_ place: Place, _ infix: Infix?, _ term: Term, _ span: Span) throws(Stop) {
        let value = try evaluate(term)
        try change(place) { (old: inout Value) throws(Stop) in
            if let infix { old = try Arithmetic.apply(infix, old, value, in: run, at: span) } else { old = value }
        }
    }

    /// Changes what is at a place. Where a `?` finds no value, nothing happens.
    func change(_ place: Place, _ body: (inout Value) throws(Stop) -> Void) throws(Stop) {
        do throws(Stop) {
            switch place.root {
            case .variable(let index):
                guard case .cell(let cell) = locals[index] else { return }
                try modify(&cell.value, place.parts[...], body)
            case .value(let term):
                var value = try evaluate(term)
                try modify(&value, place.parts[...], body)
            }
        } catch {
            if case .absent = error { return }
            throw error
        }
    }

    func modify(
        _ value: inout Value, _ parts: ArraySlice<Place.Part>, _ body: (inout Value) throws(Stop) -> Void
    ) throws(Stop) {
        guard let part = parts.first else { return try body(&value) }
        let rest = parts.dropFirst()
        switch (part, value) {
        case (.field(let index), .object(let object)):
            guard object.fields.indices.contains(index) else { return }
            try modify(&object.fields[index], rest, body)
            guard let observer = object.type.shape.observers[index] else { return }
            _ = try object.type.call(observer, on: &value, [], at: Span(0, 0))
        case (.field(let index), .record(var record)):
            value = .void
            defer { value = .record(record) }
            guard record.fields.indices.contains(index) else { return }
            try modify(&record.fields[index], rest, body)
        case (.element(let index), .tuple(var elements, let charge)):
            defer { value = .tuple(elements, charge) }
            guard elements.indices.contains(index) else { return }
            try modify(&elements[index], rest, body)
        case (.item(let term, let span), .array(var elements, let charge)):
            guard case .int(let position) = try evaluate(term) else { return }
            guard elements.indices.contains(position) else { throw .fault(Evaluator.outOfRange(position, elements.count, span)) }
            defer { value = .array(elements, charge) }
            try modify(&elements[position], rest, body)
        case (.key(let term, let standard), .dictionary(var dictionary)):
            let key = try evaluate(term)
            var entry: Value
            if let standard {
                if let present = dictionary[key] { entry = present } else { entry = try evaluate(standard) }
            } else {
                entry = .optional(dictionary[key])
            }
            try modify(&entry, rest, body)
            if standard != nil {
                dictionary[key] = entry
            } else if case .null = entry {
                dictionary[key] = nil
            } else {
                dictionary[key] = entry.wrapped
            }
            value = .dictionary(dictionary)
        case (.current, .flow(let flow)):
            guard let subject = flow.subject, var current = subject.current?() else { return }
            try modify(&current, rest, body)
            subject.send(current)
        case (.unwrap(nil), .null): throw .absent
        case (.unwrap(let span?), .null): throw .fault(Problem(span, "there is no value: it is nil"))
        case (.unwrap, .some(var inner)):
            try modify(&inner, rest, body)
            value = .some(inner)
        default: return
        }
    }

    static func outOfRange(_ position: Int, _ count: Int, _ span: Span) -> Problem {
        Problem(span, "index out of range: [\(position)] of \(count == 1 ? "1 element" : "\(count) elements")")
    }
}
