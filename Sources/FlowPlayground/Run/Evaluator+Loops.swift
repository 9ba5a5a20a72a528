/// Conditions, loops and switches.
extension Evaluator {
    // MARK: Conditions and loops

    mutating func holds(_ checks: [Step.Check]) throws(Stop) -> Bool {
        for check in checks {
            switch check {
            case .test(let term): guard try evaluate(term).isTrue else { return false }
            case .match(let match, let term): guard try matches(match, try evaluate(term)) else { return false }
            }
        }
        return true
    }

    /// Whether a value fits; what the pattern names is known then.
    mutating func matches(_ match: Match, _ value: Value) throws(Stop) -> Bool {
        switch (match, value) {
        case (.any, _): return true
        case (.name, _):
            locals.append(value)
            return true
        case (.equal(let term), _): return value.equals(try evaluate(term))
        case (.within(let term), .int(let number)):
            guard case .range(let range, _) = try evaluate(term) else { return false }
            return range.contains(number)
        case (.null, .null), (.finished, .completion(nil)): return true
        case (.some, .null): return false
        case (.some(let inner), _): return try matches(inner, value.wrapped ?? value)
        case (.failure(let inner), .completion(let error?)): return try matches(inner, error)
        case (.failure(let inner), .result(let error, isFailure: true)): return try matches(inner, error)
        case (.success(let inner), .result(let value, isFailure: false)): return try matches(inner, value)
        case (.enumCase(let index, let parts), .record(let record)):
            guard record.enumCase == index else { return false }
            return try matchAll(parts, record.fields)
        case (.tuple(let parts), .tuple(let elements, _)): return try matchAll(parts, elements)
        default: return false
        }
    }

    mutating func matchAll(_ matches: [Match], _ values: [Value]) throws(Stop) -> Bool {
        for (match, value) in zip(matches, values) {
            guard try self.matches(match, value) else { return false }
        }
        return true
    }

    mutating func loop(
        _ match: Match, _ sequence: Term, _ test: Term?, _ body: [Step], _ span: Span
    ) throws(Stop) -> Exit? {
        switch try evaluate(sequence) {
        case .range(let range, _): return try loop(match, range.lazy.map(Value.int), test, body, span)
        case .array(let elements, _): return try loop(match, elements, test, body, span)
        case .set(let set): return try loop(match, set.keys, test, body, span)
        case .dictionary(let dictionary):
            return try loop(match, zip(dictionary.keys, dictionary.values).map { .tuple([$0, $1], nil) }, test, body, span)
        case .string(let text, _): return try loop(match, text.lazy.map { Value.text(String($0)) }, test, body, span)
        default: return nil
        }
    }

    mutating func loop(
        _ match: Match, _ values: some Sequence<Value>, _ test: Term?, _ body: [Step], _ span: Span
    ) throws(Stop) -> Exit? {
        let known = locals.count
        defer { locals.removeLast(locals.count - known) }
        for value in values {
            try run.countStep(at: span)
            locals.removeLast(locals.count - known)
            guard try matches(match, value) else { continue }
            if let test, try !evaluate(test).isTrue { continue }
            switch try runAll(body) {
            case .result(let result): return .result(result)
            case .leave(goesOn: false): return nil
            case .leave(goesOn: true), nil: break
            }
        }
        return nil
    }

    mutating func repetition(_ checks: [Step.Check], _ body: [Step], _ span: Span) throws(Stop) -> Exit? {
        let known = locals.count
        defer { locals.removeLast(locals.count - known) }
        while true {
            try run.countStep(at: span)
            locals.removeLast(locals.count - known)
            guard try holds(checks) else { return nil }
            switch try runAll(body) {
            case .result(let result): return .result(result)
            case .leave(goesOn: false): return nil
            case .leave(goesOn: true), nil: break
            }
        }
    }

    mutating func selection(
        _ term: Term, _ cases: [(matches: [Match], test: Term?, body: [Step])]
    ) throws(Stop) -> Exit? {
        let value = try evaluate(term)
        let known = locals.count
        defer { locals.removeLast(locals.count - known) }
        for (patterns, test, body) in cases {
            for match in patterns.isEmpty ? [.any] : patterns {
                locals.removeLast(locals.count - known)
                guard try matches(match, value) else { continue }
                if let test, try !evaluate(test).isTrue { continue }
                let exit = try runAll(body)
                if case .leave(goesOn: false)? = exit { return nil }
                return exit
            }
        }
        return nil
    }
}
