import FlowScreen
import FlowTrace

/// Where the ruler has its numbers.
struct Grid {
    /// A number and its place.
    struct Tick {
        let place: Int
        let text: String
    }

    let ticks: [Tick]

    private static let steps: [UInt64] = [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
        3_600_000,
    ].map { $0 * 1_000_000 }

    init(axis: TimeAxis) {
        let step = Grid.steps.first { $0 / axis.cell >= 8 && $0 % axis.cell == 0 } ?? Grid.steps.last ?? axis.cell
        var found: [Tick] = []
        let begin = axis.start(of: 0)
        var time = begin.nanoseconds % step == 0 ? begin : begin + (step - begin.nanoseconds % step)
        while axis.place(of: time) < axis.places.upperBound {
            let text = time.description
            found.append(Tick(place: axis.place(of: time), text: found.isEmpty ? text + " s" : text))
            let next = time + step
            // The last moment there is ends it.
            guard next > time, next.nanoseconds % step == 0 else { break }
            time = next
        }
        ticks = found
    }
}
