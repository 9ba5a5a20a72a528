/// A checked value: names are places, operators are chosen, literals have their type.
enum Term: Sendable {
    case void
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case null
    /// A value in place of an optional.
    indirect case some(Term)
    /// The value of a name, by its place among the names that are known there.
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
    indirect case call(Overload, [TermPart], CallPlace)
    case type
    /// An argument that is left out.
    case omitted
}
