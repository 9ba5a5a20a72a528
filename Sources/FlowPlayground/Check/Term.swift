import FlowCore

/// A checked value: names are indices, operators are chosen, literals have their type.
enum Term: Sendable {
    case void
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case null
    /// A value wrapped in an optional.
    indirect case some(Term)
    /// The value of a name, by its index among the names in scope.
    case local(Int)
    indirect case text([Term], Span)
    indirect case array([Term], Span)
    indirect case tuple([Term], Span)
    indirect case element(Term, Int)
    indirect case item(Term, Term, Span)
    indirect case prefix(Prefix, Term, Span)
    indirect case infix(Infix, Term, Term, Span)
    indirect case choice(Term, Term, Term)
    case lambda(Lambda)
    case function(Infix, Span)
    indirect case call(Overload, [TermPart], CallSite)
    case type
    /// An omitted argument.
    case omitted

    var literal: Value? {
        switch self {
        case .int(let number): .int(number)
        case .double(let number): .double(number)
        case .string(let text): .text(text)
        case .call(let overload, let arguments, _): Term.literal(overload, arguments)
        default: nil
        }
    }

    /// The units of time in seconds.
    static let seconds: [String: Double] = [
        "seconds": 1, "milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9,
    ]

    /// The value of `.max(2)` or `.seconds(1)`.
    private static func literal(_ overload: Overload, _ arguments: [TermPart]) -> Value? {
        guard overload.signature.kind == .member else { return nil }
        switch (overload.signature.name, arguments.first?.value.term.literal) {
        case ("max", .int(let count)?) where count >= 0: return .demand(.max(count))
        case (let name, .int(let count)?): return seconds[name].map { .duration(.seconds(Double(count) * $0)) }
        case (let name, .double(let count)?): return seconds[name].map { .duration(.seconds(count * $0)) }
        default: return nil
        }
    }
}

/// A checked statement.
enum Step: Sendable {
    /// Adds the value to the names in scope.
    case constant(Term)
    case expression(Term)
    /// A top-level statement; its subscription lives until the run ends.
    case kept(Term)
    case result(Term)
    case failure(Term)
    case condition(Term, [Step], else: [Step])
    /// Time passes before the following steps.
    case wait(Term, Span)
}

/// A checked closure.
struct Lambda: Sendable {
    /// Whether it takes one tuple, whose elements are its parameters.
    let destructuresTuple: Bool
    let body: [Step]
    /// The indices of the outer names that it does not read.
    let unread: [Int]
}

/// The location of a call in the text and in the chain.
struct CallSite: Sendable {
    /// The span of the call's name.
    let span: Span
    /// Its index among the stages of the chain; `nil` for a value.
    let stage: Int?
    /// The output of the publisher that it returns.
    let output: ValueType
}

/// A checked value with its facts.
struct Typed: Sendable {
    var term: Term
    var type: ValueType
    /// The stage that makes it, if it is a publisher; `nil` if unknown.
    var origin: Int?
    /// Whether it never ends by itself.
    var isEndless = false
    /// Whether it is the publisher of a sequence, for which some operators have special forms.
    var isSequence = false

    init(_ term: Term, _ type: ValueType, origin: Int? = nil, isEndless: Bool = false) {
        self.term = term
        self.type = type
        self.origin = origin
        self.isEndless = isEndless
    }

    /// The value converted to an expected type: unchanged, or wrapped in an optional.
    ///
    /// - Parameters:
    ///   - bindings: Bindings of `wanted`; open variables are bound.
    ///   - message: Makes the error for a type that does not fit.
    func fitted(
        to wanted: ValueType, _ bindings: inout Bindings, _ span: @autoclosure () -> Span, _ message: (ValueType) -> String
    ) throws(Problem) -> Typed {
        guard case .optional(let wrapped) = wanted else {
            guard bindings.match(wanted, type) else { throw Problem(span(), message(type)) }
            return self
        }
        var tried = bindings
        if tried.match(wanted, type) {
            bindings = tried
            return self
        }
        tried = bindings
        guard tried.match(wrapped, type) else { throw Problem(span(), message(type)) }
        bindings = tried
        return wrapped.isFunction ? self : Typed(.some(term), .optional(type))
    }

    /// The value converted to a common type of this value and others.
    func promoted(to type: ValueType) -> Typed {
        guard case .optional(let wrapped) = type, !self.type.isOptional else { return self }
        return wrapped.merged(with: self.type) == nil ? self : Typed(.some(term), type)
    }
}

/// The receiver or an argument of a call.
struct TermPart: Sendable {
    var value: Typed
    /// The location of the value; for an omitted argument, of the call's name.
    let span: Span

    init(_ value: Typed, at span: Span) {
        self.value = value
        self.span = span
    }
}
