import FlowModel
import FlowTrace

/// What alike pipelines have in common: their shape, and the place in the source and the tests that made them. The list shows them in one line, and a
/// diagnosis as one.
public struct Likeness: Hashable, Sendable {
    let shape: [String]
    let place: SourcePlace
    let program: Int
    let tests: TestGroup

    /// `nil` if the place is unknown.
    init?(shape: [String], place: SourcePlace?, program: Int, tests: TestGroup) {
        guard let place else { return nil }
        (self.shape, self.place, self.program, self.tests) = (shape, place, program, tests)
    }
}

extension PipelineReport {
    /// What it has in common with alike pipelines; `nil` if its place is unknown.
    public var likeness: Likeness? {
        title.flatMap { Likeness(shape: $0.shape, place: $0.place, program: $0.id.program, tests: tests) }
    }
}

extension PipelineRow {
    /// What it has in common with alike pipelines; `nil` if its place is unknown.
    var likeness: Likeness? { Likeness(shape: summary.shape, place: summary.place, program: summary.id.program, tests: tests) }
}
