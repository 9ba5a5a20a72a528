import FlowCore

/// A checked value: names are indices, operators are chosen, literals have their type.
enum Term: Sendable {
    case void
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case null
    /// A value where an optional is wanted.
    indirect case some(Term)
    /// The value of a name, by its index among the names that are known there.
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
    /// An argument that is left out.
    case omitted
    /// The present value of a name that may change, and of one that is kept weakly.
    case variable(Int)
    case weak(Int)
    indirect case dictionary([Term], Span)
    /// The value of a key.
    indirect case lookup(Term, Term, standard: Term?)
    /// A value that is `nil` if an ``unwrap(_:)`` in it finds none.
    indirect case chain(Term)
    indirect case unwrap(Term)
    indirect case force(Term, Span)
    /// A field of a value of a declared type.
    indirect case field(Term, Int)
    /// A value of a declared type, whose index among the names is known: a case with its values, or all fields.
    indirect case make(type: Int, enumCase: Int, [Term], Span)
    /// A static constant of a declared type.
    case shared(type: Int, Int)
    /// A function is called; its height is that of its body.
    indirect case invoke(Term, [Term], Span)
    /// A method is called on a value, on a place that it changes, or on nothing.
    indirect case method(type: Int, Int, on: Receiver, [Term], Span)
    /// A row of the table changes a place.
    indirect case change(Place, Overload, [TermPart], CallSite)
    /// `try?`.
    indirect case caught(Term)
    /// `as?`: whether a value is one of a type.
    indirect case cast(Term, CastTest, isForced: Bool, Span)

    enum Receiver: Sendable {
        case none
        case value(Term)
        case place(Place)
    }

    /// What `as?` asks of a value.
    enum CastTest: Sendable {
        case declared(type: Int)
        case flowError
        case always
    }

    var literal: Value? {
        switch self {
        case .int(let number): .int(number)
        case .double(let number): .double(number)
        case .string(let text): .text(text)
        case .call(let overload, let arguments, _): Term.literal(overload, arguments)
        default: nil
        }
    }

    /// How many seconds one of each unit of time is.
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
    /// Adds the value to the names that are known.
    case constant(Term)
    case expression(Term)
    case result(Term)
    case failure(Term)
    case condition([Check], [Step], else: [Step])
    /// Goes on if the conditions hold, and keeps what they name.
    case guarded([Check], else: [Step])
    /// Adds a place for a value that may change.
    case variable(Term)
    /// Adds the elements of a tuple to the names.
    case parts(Term, Int)
    case assign(Place, Infix?, Term, Span)
    case loop(Match, Term, test: Term?, [Step], Span)
    case repetition([Check], [Step], Span)
    case selection(Term, [(matches: [Match], test: Term?, body: [Step])])
    case leave(goesOn: Bool)
    case function(Lambda)
    case type(TypeShape, statics: [Term])
    /// Time passes before the steps that follow.
    case wait(Term, Span)

    enum Check: Sendable {
        case test(Term)
        case match(Match, Term)
    }
}

/// What a value is compared with, and taken apart by. What it names is added to the names in the order of the text.
indirect enum Match: Sendable {
    case any
    case name
    case equal(Term)
    case within(Term)
    case null
    case some(Match)
    case finished
    case failure(Match)
    case success(Match)
    case enumCase(Int, [Match])
    case tuple([Match])
}

/// Where a value is that can be changed.
struct Place: Sendable {
    enum Root: Sendable {
        /// A name.
        case variable(Int)
        /// What refers to the place: an object, or a subject.
        case value(Term)
    }

    enum Part: Sendable {
        case field(Int)
        case element(Int)
        case item(Term, Span)
        case key(Term, standard: Term?)
        /// The value of a subject.
        case current
        case unwrap(Span?)
    }

    let root: Root
    var parts: [Part] = []
}

/// A checked closure.
struct Lambda: Sendable {
    /// How many values it is given.
    let arity: Int
    /// Whether it is given one tuple, whose elements are its parameters.
    let splats: Bool
    let body: [Step]
    /// How deep its body is.
    var height = 1
    /// The names that are kept weakly, by index among the names around it.
    var captures: [(index: Int, isWeak: Bool)] = []
    /// Whether `self` may be changed in it.
    var changesSelf = false
}

/// Where a call is, in the text and in the chain.
struct CallSite: Sendable {
    /// Where the call's name is.
    let span: Span
    /// Its index among the stages of the chain, `nil` if it is a value.
    let stage: Int?
    /// What the publisher that it returns sends.
    let output: ValueType
}

/// A checked value with what is known of it.
struct Typed: Sendable {
    var term: Term
    var type: ValueType
    /// The stage whose publisher it is, `nil` if it is no publisher, or if that is not known.
    var origin: Int?
    /// Whether it never ends by itself.
    var isEndless = false
    /// Whether it is a publisher of a sequence, some of whose operators are its own.
    var isSequence = false

    init(_ term: Term, _ type: ValueType, origin: Int? = nil, isEndless: Bool = false) {
        self.term = term
        self.type = type
        self.origin = origin
        self.isEndless = isEndless
    }

    /// The value as one of a wanted type: as it is, or made an optional.
    ///
    /// - Parameters:
    ///   - bindings: Variables of `wanted`; those that are open are bound.
    ///   - message: What is wrong if it does not fit, for its type.
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

    /// The value as one of a type that its own was joined to.
    func promoted(to type: ValueType) -> Typed {
        guard case .optional(let wrapped) = type, !self.type.isOptional else { return self }
        return wrapped.merged(with: self.type) == nil ? self : Typed(.some(term), type)
    }
}

/// What a call is called on, or given.
struct TermPart: Sendable {
    var value: Typed
    /// Where it is; the call's name for what is left out.
    let span: Span

    init(_ value: Typed, at span: Span) {
        self.value = value
        self.span = span
    }
}
