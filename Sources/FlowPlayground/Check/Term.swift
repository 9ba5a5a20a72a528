/// A checked value: names are places, operators are chosen, literals have their type.
indirect enum Term: Sendable {
    case void
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case null
    /// A value in place of an optional.
    case some(Term)
    /// The value of a name, by its place among the names that are known there.
    case local(Int)
    case text([Term], Span)
    case array([Term], Span)
    case tuple([Term])
    case element(Term, Int)
    case item(Term, Term, Span)
    case prefix(Prefix, Term, Span)
    case infix(Infix, Term, Term, Span)
    case choice(Term, Term, Term)
    case lambda(Lambda)
    case function(Infix, Span)
    case call(Overload, [Term], CallPlace)
    case type
    /// An argument that is left out.
    case omitted
}
