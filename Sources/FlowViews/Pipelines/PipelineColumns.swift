/// How a row of the list of pipelines is divided: the name takes what the others leave.
struct PipelineColumns {
    enum Kind {
        case state, asked, held, dropped, rateIn, rateOut
    }

    struct Column {
        let kind: Kind
        let title: String
        let x: Int
        let width: Int
    }

    /// The columns right of the name.
    let all: [Column]
    /// The width of the name.
    let name: Int

    init(width: Int) {
        var kinds: [(Kind, String, Int)] = [
            (.state, "state", width >= 110 ? 30 : 11), (.asked, "asked", 7), (.held, "held", 7), (.dropped, "dropped", 8),
        ]
        if width >= 80 { kinds += [(.rateIn, "in/s", 8), (.rateOut, "out/s", 8)] }
        var x = width - 1 - kinds.reduce(0) { $0 + $1.2 }
        name = max(0, x - 2)
        all = kinds.map { kind, title, width in
            defer { x += width }
            return Column(kind: kind, title: title, x: x, width: width)
        }
    }
}
