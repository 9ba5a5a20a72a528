import FlowOperators
import FlowTrace

/// A rule of the contract between publishers and subscribers.
///
/// The numbers are from the Reactive Streams specification 1.0.4 (github.com/reactive-streams/reactive-streams-jvm). The prefix
/// `C` marks rules of Combine, and `A` rules of Swift's asynchronous sequences.
public struct ContractRule: Hashable, Sendable {
    let type: any Rule.Type

    /// All rules, in order of priority: only the first rule that an event seems to break is judged.
    static let all = types.map(ContractRule.init)

    private static let types: [any Rule.Type] = [
        AfterTerminal.self, AfterCancel.self, BeforeSubscription.self, SecondSubscription.self,
        MoreThanDemanded.self, Recursion.self, DemandLeftOver.self,
        NonPositiveRequest.self, SharedIterator.self, NextAfterEnd.self, RequestAfterEnd.self,
        CancelledAtOnce.self, NotSerial.self, LostFailure.self, ForsakenConsumer.self, LostEnd.self, Leak.self,
    ]

    init(_ type: any Rule.Type) { self.type = type }

    /// The number, for example `1.1` or `C1`.
    public var number: String { type.number.rawValue }
    /// The violation in a few words, for a list.
    public var title: String { type.title }
    /// The rule and the effect of a violation, in two sentences.
    public var explanation: String { type.explanation }
    /// The specification that states the rule.
    public var source: String { type.source }

    public static func == (one: ContractRule, other: ContractRule) -> Bool { one.type == other.type }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }

    /// The rules that observe more than one edge, in their initial state.
    static var observers: [any ObservingRule] {
        types.compactMap { type in (type as? any ObservingRule.Type).map { $0.init() } }
    }

    // MARK: By event

    /// The rule that an event on an edge seems to break, given the state of the edge before the event.
    static func broken(by signal: RuleSignal, on edge: RuleEdge) -> ContractRule? {
        let rules = edge.isLink ? ofLinks : ofSources
        return rules[Int(signal.kind.rawValue)].first { $0.type.seemsBroken(by: signal, on: edge) }
    }

    /// For each kind of event, the rules that it may break.
    private static let ofLinks = table { $0.kinds }
    private static let ofSources = table { $0.kindsOfSources }

    private static func table(_ kinds: (any Rule.Type) -> [SignalKind]) -> [[ContractRule]] {
        let last = SignalKind.allCases.map(\.rawValue).max() ?? 0
        return (0...last).map { number in all.filter { kinds($0.type).contains { $0.rawValue == number } } }
    }
}
