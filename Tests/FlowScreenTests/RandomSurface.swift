import FlowScreen
import FlowTestSupport

/// Surfaces and texts from a seed, so that a failing case can be repeated.
struct RandomSurface {
    private var chance: SeededChance

    /// The texts of random rows: narrow, wide, marked, dropped and unsafe characters.
    static let texts = [
        "abc", "x", " ", "──●──", "漢字", "e\u{301}t\u{E9}", "👍🏽", "a漢b", "\u{1B}[31m", "한\u{1112}\u{1161}", "▁▂█", "\u{200B}", "\n",
    ]

    init(seed: UInt64) {
        chance = SeededChance(seed: seed)
    }

    /// A number from 0 up, below `limit`.
    mutating func number(below limit: Int) -> Int {
        .random(in: 0..<limit, using: &chance)
    }

    mutating func style() -> Style {
        Style(
            Role.allCases[number(below: Role.allCases.count)], on: Role.allCases[number(below: 4)],
            Attributes(rawValue: UInt8(number(below: 16))))
    }

    /// Draws `count` random things, some of them outside.
    mutating func draw(_ count: Int, into surface: inout Surface) {
        for _ in 0..<count {
            let x = number(below: surface.width + 8) - 4
            let y = number(below: surface.height + 2) - 1
            switch number(below: 6) {
            case 0:
                let area = Rect(x: x, y: y, width: number(below: 6), height: number(below: 3))
                surface.fill(area, with: number(below: 2) == 0 ? "漢" : ".", style: style())
            case 1:
                let other = style()
                surface.restyle(Rect(x: x, y: y, width: number(below: 6), height: 1)) { $0 = other }
            case 2:
                var stamp = Surface(width: number(below: 5), height: 2)
                stamp.put("a漢字", x: 0, y: 0, style: style())
                surface.put(stamp, x: x, y: y)
            default:
                let text = RandomSurface.texts[number(below: RandomSurface.texts.count)]
                surface.put(text, x: x, y: y, style: style(), limit: number(below: 3) == 0 ? number(below: 5) : nil)
            }
        }
    }
}
