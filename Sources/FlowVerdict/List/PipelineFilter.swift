import FlowModel
import FlowTrace

/// The filter of the list of pipelines: terms between blanks, all of which a pipeline has to match.
///
/// A term is a state, such as `failed`; a figure, such as `held>100` or `wait>1s`; or a part of a name, a file, a stage's
/// arguments, the text of an error or a program's name.
public struct PipelineFilter: Hashable, Sendable {
    /// The terms that the user typed.
    public let text: String
    private let terms: [Term]

    public init(_ text: String) {
        self.text = text
        terms = text.split(separator: " ").map { Term(String($0).lowercased()) }
    }

    /// Whether a pipeline matches all terms.
    public func matches(_ row: PipelineRow) -> Bool { terms.allSatisfy { $0.matches(row) } }

    /// The fault of the first term that can match nothing; `nil` if there is none.
    public var problem: String? { terms.lazy.compactMap(\.problem).first }

    /// The names of the figures, for help.
    public static var figures: [String] { Figure.allCases.map(\.rawValue) }
}

extension PipelineFilter {
    /// A figure that a term compares.
    fileprivate enum Figure: String, CaseIterable {
        case held, peak, growth, wait, dropped, `in`, out, life

        var isDuration: Bool { self == .wait || self == .life }

        /// The value of a row, for durations in seconds; `nil` if it is unknown.
        func value(of row: PipelineRow) -> Double? {
            switch self {
            case .held: Double(row.summary.held.count)
            case .peak: Double(row.peak)
            case .growth: row.growth
            case .wait: row.longestWait.map { Double($0) / 1e9 }
            case .dropped: Double(row.summary.dropped)
            case .in: row.summary.rateIn
            case .out: row.summary.rateOut
            case .life: Double(row.life) / 1e9
            }
        }
    }

    private enum Term: Hashable {
        case text(String)
        case comparison(Figure, sign: String, Double)
        /// A figure is compared with something that is no number.
        case invalid(String)

        init(_ text: String) {
            guard let figure = Figure.allCases.first(where: { text.hasPrefix($0.rawValue) }),
                case let rest = text.dropFirst(figure.rawValue.count),
                let sign = [">=", "<=", ">", "<", "="].first(where: { rest.hasPrefix($0) })
            else {
                self = .text(text)
                return
            }
            let number = PipelineFilter.number(rest.dropFirst(sign.count), isDuration: figure.isDuration)
            self = number.map { .comparison(figure, sign: sign, $0) } ?? .invalid(text)
        }

        var problem: String? {
            guard case .invalid(let text) = self else { return nil }
            return "'\(text)' needs a number, as in held>100, wait>1s or dropped=0"
        }

        func matches(_ row: PipelineRow) -> Bool {
            switch self {
            case .invalid: return false
            case .comparison(let figure, let sign, let number):
                guard let value = figure.value(of: row) else { return false }
                return switch sign {
                case ">=": value >= number
                case "<=": value <= number
                case ">": value > number
                case "<": value < number
                default: value == number
                }
            case .text(let text): return row.states.contains(text) || row.texts.contains { $0.lowercased().contains(text) }
            }
        }
    }

    /// A number, for durations in seconds: `1s`, `20ms`, `5us`, `2min`; without a unit, seconds.
    private static func number(_ text: Substring, isDuration: Bool) -> Double? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard !digits.isEmpty, let number = Double(String(digits)) else { return nil }
        let unit = text.dropFirst(digits.count)
        guard isDuration else { return unit.isEmpty ? number : nil }
        let units: [Substring: Double] = ["": 1, "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "m": 60, "min": 60, "h": 3_600]
        return units[unit].map { number * $0 }
    }
}

extension PipelineRow {
    /// The texts in which a filter looks.
    fileprivate var texts: [String] {
        let stages = report?.stages ?? []
        let own = [summary.name, program ?? "", summary.place?.short ?? "", place?.short ?? "", verdict?.failure ?? ""]
        return own + summary.tests.map(\.name)
            + stages.flatMap { stage in
                let place = [stage.place?.short ?? "", stage.place?.function ?? "", stage.place?.file ?? ""]
                return [stage.name, stage.operatorName, stage.node?.arguments ?? "", stage.location?.description ?? ""] + place
            }
    }
}
