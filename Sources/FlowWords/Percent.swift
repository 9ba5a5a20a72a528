/// Writes the figures of a verdict.
package enum Percent {
    /// `83 %`. Only the whole is `100 %`, and only nothing `0 %`: what is close to them has a decimal, `99.9 %`, `0.4 %`, `<0.1 %`.
    package static func text(_ share: Double) -> String {
        if share < sumError { return "0 %" }
        if share > 1 - sumError { return "100 %" }
        let thousandths = Int((share * 1_000).rounded())
        switch thousandths {
        case 0: return "<0.1 %"
        case ..<5: return "0.\(thousandths) %"
        case 995...: return "99.\(min(999, thousandths) - 990) %"
        default: return "\((thousandths + 5) / 10) %"
        }
    }

    /// The error of a share that is a sum of measured times.
    private static let sumError = 1e-9

    package static func decimal(_ number: Double) -> String {
        let scaled = Int(min(1e15, max(0, number * 10)).rounded())
        return "\(scaled / 10).\(scaled % 10)"
    }

    /// A rate with a decimal, below 0.1 with one digit that counts: `2.1`, `0.04`; `<0.001` below that.
    package static func rate(_ number: Double) -> String {
        guard number < 0.095 else { return decimal(number) }
        let thousandths = Int((max(0, number) * 1_000).rounded())
        if thousandths >= 10 { return "0.0\((thousandths + 5) / 10)" }
        return thousandths > 0 ? "0.00\(thousandths)" : "<0.001"
    }

    /// The time until something happens, in a readable unit: `less than a second`, `14 s`, `12 min`, `3 h`, `5 days`.
    package static func span(_ nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        switch seconds {
        case 0: return "less than a second"
        case ..<120: return Percent.seconds(nanoseconds)
        case ..<7_200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) days"
        }
    }

    /// Whole seconds from ten on, one decimal below: `14 s`, `2.5 s`; milliseconds below a tenth of a second.
    package static func seconds(_ nanoseconds: UInt64) -> String {
        if nanoseconds < 50_000 { return Seconds.duration(nanoseconds: nanoseconds) }
        if nanoseconds < 100_000_000 { return "\(decimal(Double(nanoseconds) / 1_000_000)) ms" }
        let seconds = Double(nanoseconds) / 1_000_000_000
        return seconds >= 9.95 ? "\(Int(seconds.rounded())) s" : "\(decimal(seconds)) s"
    }
}
