/// The errors of the operator tests.
enum OperatorError: Error, Equatable {
    case broken, full
}
