import FlowAnalysis
import FlowModel
import FlowTrace

/// What a buffer holds, as far as words need it.
struct BufferContents {
    /// How many values it holds.
    let count: Int
    /// The oldest of them, oldest first.
    let oldest: [String]
    /// The newest of them.
    let newest: String?

    /// How many values are listed at most.
    static let listed = 64
    /// Up to this many values held are looked at one by one.
    private static let few = 4096

    /// The contents of a lane after the event `sequence`.
    ///
    /// - Complexity: O(1) beyond some thousands of values, which are taken to leave in order.
    init(of lane: LaneHistory, in model: StreamModel, after sequence: Int) {
        let totals = lane.totals(upTo: sequence)
        let entered = lane.items(upTo: sequence)
        count = totals.held
        let held =
            count <= BufferContents.few
            ? lane.held(after: sequence)[...] : entered.suffix(count)
        oldest = held.prefix(BufferContents.listed).map { model.text(of: $0.entered) }
        newest = held.last.map { model.text(of: $0.entered) }
    }

    /// `E F`, `27 … 46`.
    var text: String {
        count <= oldest.count ? ValueList.text(oldest) : "\(oldest.first ?? "") … \(newest ?? "")"
    }
}
