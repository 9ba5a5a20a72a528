/// A stage of a run that is counted: an operator, or what goes by a label where its operator is not known.
struct RunStage: Sendable {
    /// What it is called.
    var name: String
    /// Its place among the stages of that name, from 1, by their first events; 0 before it has had one.
    var number = 0
    /// Its edges, in the order in which they were declared.
    var edges: [UInt32] = []

    /// The name, with a number where others have had it before: `map`, `map 2`.
    var title: String {
        number < 2 ? name : "\(name) \(number)"
    }
}
