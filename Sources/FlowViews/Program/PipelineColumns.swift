import FlowScreen
import FlowTrace
import FlowVerdict

/// The columns of a row in the list of pipelines; the name gets the remaining width.
struct PipelineColumns {
    enum Kind {
        case place, state, life, asked, held, peak, growth, wait, dropped, rateIn, recentIn, rateOut, recentOut

        /// The order by this column; `nil` if the list cannot be sorted by it.
        var order: ListOrder? {
            switch self {
            case .place: .place
            case .life: .life
            case .held: .held
            case .peak: .peak
            case .growth: .growth
            case .wait: .wait
            case .dropped: .dropped
            case .rateIn: .in
            case .rateOut: .out
            case .state, .asked, .recentIn, .recentOut: nil
            }
        }

        /// The heading: the name of the order, if there is one.
        var title: String {
            switch self {
            case .state: "state"
            case .asked: "asked"
            case .recentIn, .recentOut: "last minute"
            default: order?.rawValue ?? ""
            }
        }

        /// The number of columns of a figure, with the gap before it.
        fileprivate var width: Int {
            switch self {
            case .place, .state: 0
            case .held, .life, .rateIn, .rateOut: 6
            case .asked, .wait: 7
            case .dropped, .growth: 8
            case .peak: 9
            case .recentIn, .recentOut: RecentCells.count + 1
            }
        }
    }

    struct Column {
        let kind: Kind
        let x: Int
        let width: Int
    }

    /// The columns right of the name.
    let all: [Column]
    let name: Int

    /// The minimum widths of the screen for figures; the first ones matter most.
    private static let figures: [(kind: Kind, width: Int)] = [
        (.life, 150), (.asked, 170), (.held, 0), (.peak, 110), (.growth, 160), (.wait, 80), (.dropped, 0), (.rateIn, 100),
        (.recentIn, 180), (.rateOut, 100), (.recentOut, 140),
    ]
    /// The minimum widths for a legend of the figures, for a column of places, and of that column and of the name beside it.
    static let widthOfLegend = 100
    private static let widthOfPlaces = 110
    private static let leastPlace = 16
    private static let leastName = 24

    /// Whether places have a column. Otherwise they stand before the names.
    let hasPlace: Bool

    /// - Parameters:
    ///   - order: The order of the list: its column is shown at every width.
    ///   - places: The places of the pipelines; there is no column without any.
    init(width: Int, order: ListOrder = .trouble, places: [SourcePlace] = []) {
        let plain = PipelineColumns(width: width, order, place: nil)
        let longest = places.map { TextWidth.width(of: $0.short) }.max() ?? 0
        let place = min(longest + 2, plain.name - max(PipelineColumns.leastName, width / 5))
        let isWide =
            width >= PipelineColumns.widthOfPlaces && longest > 0 && place >= min(longest + 2, PipelineColumns.leastPlace)
        self = isWide ? PipelineColumns(width: width, order, place: place) : plain
    }

    /// - Parameter place: The width of the column of places; `nil` for none.
    private init(width: Int, _ order: ListOrder, place: Int?) {
        hasPlace = place != nil
        let state = width >= 190 ? 40 : width >= 150 ? 32 : width >= 110 ? 25 : width >= 80 ? 20 : 11
        let figures = PipelineColumns.figures.filter { width >= $0.width || $0.kind.order == order }
        let columns = (place.map { [(Kind.place, $0)] } ?? []) + [(.state, state)] + figures.map { ($0.kind, $0.kind.width) }
        var x = width - 1 - columns.reduce(0) { $0 + $1.1 }
        name = max(0, x - 2)
        all = columns.map { kind, width in
            defer { x += width }
            return Column(kind: kind, x: x, width: width)
        }
    }
}
