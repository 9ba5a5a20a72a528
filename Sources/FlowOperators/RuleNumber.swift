/// The number of a rule of the contract between publishers and subscribers: `1.1`, `C1`.
///
/// FlowAnalysis has the rules. The constants name the rules that OpenCombine is known to break.
public struct RuleNumber: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral number: String) { rawValue = number }

    package static let notSerial: RuleNumber = "1.3"
    package static let afterTerminal: RuleNumber = "1.7"
    package static let afterCancel: RuleNumber = "1.8"
    package static let beforeSubscription: RuleNumber = "1.9"
}
