import FlowAnalysis
import FlowText

/// A failed expectation, and its judgement by a baseline.
struct CheckFinding {
    /// The judgement of a failure by a baseline.
    enum Judgement: Equatable {
        /// The baseline does not have it, or there is no baseline.
        case new
        /// The baseline has it with smaller figures, which are given in words.
        case worse(than: String)
        /// The baseline has it with figures at least as bad.
        case accepted
    }

    let failure: CheckFailure
    var judgement = Judgement.new
    /// The decimals of its report's times.
    private var places = TimePlaces.exact

    init(failure: CheckFailure, judgement: Judgement = .new) { (self.failure, self.judgement) = (failure, judgement) }

    /// The findings of one report, whose times are written alike.
    static func alike(_ findings: [CheckFinding]) -> [CheckFinding] {
        let places = TimePlaces(telling: findings.map(\.failure.time))
        return findings.map { finding in
            var finding = finding
            finding.places = places
            return finding
        }
    }

    /// The first event with its time.
    var whenText: String { failure.whenText(places) }

    /// The failure in one line, with the figure of the baseline if it is worse.
    var line: String {
        if case .worse(let accepted) = judgement {
            "\(failure.line(places)); worse than the accepted \(accepted)"
        } else {
            failure.line(places)
        }
    }
}
