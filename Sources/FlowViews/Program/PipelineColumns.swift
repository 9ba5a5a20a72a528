import FlowScreen
import FlowTrace

/// The columns of a row in the list of pipelines; the name gets the remaining width.
struct PipelineColumns {
    enum Kind {
        case place, state, age, asked, held, peak, wait, dropped, rateIn, rateOut
    }

    struct Column {
        let kind: Kind
        let title: String
        let x: Int
        let width: Int
    }

    /// The columns right of the name.
    let all: [Column]
    let name: Int

    /// The minimum widths for rates, for places in the source, and for the age.
    static let widthOfRates = 80
    private static let widthOfPlaces = 110
    private static let widthOfAges = 130

    /// Whether places have a column. Otherwise they stand before the names.
    let hasPlace: Bool

    /// - Parameters:
    ///   - places: The places of the pipelines. Their column is omitted if there are none, or if it would shorten a name that
    ///     is whole without it.
    ///   - names: The widths of the names.
    init(width: Int, places: [SourcePlace] = [], names: [Int] = []) {
        let plain = PipelineColumns(width: width, place: nil)
        let longest = names.filter { $0 <= plain.name }.max() ?? 0
        let texts = width < PipelineColumns.widthOfPlaces || places.isEmpty ? [] : [places.map(\.short), places.map(\.lineText)]
        let place = texts.compactMap { $0.map(TextWidth.width).max() }.map { min($0, width / 6) + 2 }
            .first { longest + $0 <= plain.name }
        self = place.map { PipelineColumns(width: width, place: $0) } ?? plain
    }

    /// - Parameter place: The width of the column of places; `nil` for none.
    private init(width: Int, place: Int?) {
        hasPlace = place != nil
        var kinds: [(Kind, String, Int)] = place.map { [(.place, "place", $0)] } ?? []
        kinds.append((.state, "state", width >= 160 ? 40 : width >= 130 ? 32 : width >= 110 ? 27 : width >= 80 ? 20 : 11))
        if width >= PipelineColumns.widthOfAges { kinds += [(.age, "age", 6), (.asked, "asked", 7)] }
        kinds.append((.held, "held", 6))
        if width >= PipelineColumns.widthOfPlaces { kinds.append((.peak, "peak", 9)) }
        if width >= PipelineColumns.widthOfRates { kinds.append((.wait, "waited", 7)) }
        kinds.append((.dropped, "dropped", 8))
        if width >= PipelineColumns.widthOfRates { kinds += [(.rateIn, "in/s", 6), (.rateOut, "out/s", 6)] }
        var x = width - 1 - kinds.reduce(0) { $0 + $1.2 }
        name = max(0, x - 2)
        all = kinds.map { kind, title, width in
            defer { x += width }
            return Column(kind: kind, title: title, x: x, width: width)
        }
    }
}

extension SourcePlace {
    /// Without the function.
    var lineText: String { location?.short ?? short }

    /// The place in some columns: without its function if that does not fit.
    func fitted(_ width: Int) -> String {
        let texts = [short, lineText].map(TextWidth.sanitised)
        return texts.first { TextWidth.width(of: $0) <= width } ?? texts[1]
    }
}
