import FlowTrace

/// All scenarios, in the order of the keys 1 to 9 and 0.
public enum Catalogue {
    public static let scenarios: [Scenario] =
        [
            .pace, .pausableSink, .demandBasics, .batchDemand, .demandSink, .dispatchTimer, .shareReplay, .overflow, .step,
            .subscribers, .unwrap, .rateLimiters, .acrossThreads,
        ] + tasks

    #if AsyncAlgorithms
        private static let tasks: [Scenario] = [.asyncStream, .asyncChannel, .asyncBuffer, .watermarks, .asyncRate, .taskGroup]
    #else
        private static let tasks: [Scenario] = [.asyncStream, .watermarks]
    #endif

    /// The scenario with this id.
    ///
    /// - Throws: ``ScenarioError/unknownScenario(_:suggestion:)`` with the nearest id.
    public static func scenario(_ id: String) throws(ScenarioError) -> Scenario {
        if let known = scenarios.first(where: { $0.id == id }) { return known }
        throw .unknownScenario(id, suggestion: Suggestion.nearest(to: id, among: scenarios.map(\.id)))
    }

    /// The scenario's variant with this id; its default if `id` is `nil`.
    ///
    /// - Throws: ``ScenarioError/unknownVariant(_:scenario:choices:)``.
    public static func variant(_ id: String?, of scenario: Scenario) throws(ScenarioError) -> Variant {
        guard let id else { return scenario.variants[0] }
        if let known = scenario.variant(id) { return known }
        throw .unknownVariant(id, scenario: scenario.id, choices: scenario.variants.map(\.id))
    }
}
