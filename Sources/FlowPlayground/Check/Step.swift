/// A checked statement.
enum Step: Sendable {
    /// Adds the value to the names that are known.
    case constant(Term)
    case expression(Term)
    case result(Term)
    case failure(Term)
    case condition(Term, [Step], else: [Step])
}
