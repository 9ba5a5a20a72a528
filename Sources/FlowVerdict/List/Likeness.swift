import FlowModel
import FlowTrace

/// What alike pipelines have in common: their shape, and the place in the source that made them. The list shows them in one line, and a
/// diagnosis as one.
public struct Likeness: Hashable, Sendable {
    let shape: [String]
    let place: SourcePlace
    let program: Int

    /// `nil` if the place is unknown.
    init?(shape: [String], place: SourcePlace?, program: Int) {
        guard let place else { return nil }
        (self.shape, self.place, self.program) = (shape, place, program)
    }
}

extension PipelineReport {
    /// What it has in common with alike pipelines; `nil` if its place is unknown.
    public var likeness: Likeness? {
        title.flatMap { Likeness(shape: $0.shape, place: $0.place, program: $0.id.program) }
    }
}

extension PipelineRow {
    /// What it has in common with alike pipelines; `nil` if its place is unknown.
    var likeness: Likeness? { Likeness(shape: summary.shape, place: summary.place, program: summary.id.program) }
}
