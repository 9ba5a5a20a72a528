import FlowScenarios

/// Which scenario and variant is shown, with which numbers.
struct Choice: Equatable {
    var scenario: Int
    var variant: Int
    var numbers: Numbers
    /// A chain that was typed, in place of a scenario of the catalogue.
    var chain: ChainScenario?

    init(scenario: Int, variant: Int = 0) {
        self.scenario = scenario
        self.variant = variant
        numbers = Numbers(Catalogue.scenarios[scenario].variants[variant])
    }

    /// A chain that was typed.
    init(_ chain: ChainScenario) {
        self.chain = chain
        scenario = 0
        variant = 0
        numbers = Numbers(chain.scenario.variants[0])
    }

    var scenarioValue: Scenario {
        chain?.scenario ?? Catalogue.scenarios[scenario]
    }

    var variantValue: Variant {
        scenarioValue.variants[variant]
    }

    /// The same with other numbers.
    func with(_ numbers: Numbers) -> Choice {
        var choice = self
        choice.numbers = numbers
        return choice
    }

    /// The next variant of the same scenario.
    var nextVariant: Choice {
        chain == nil ? Choice(scenario: scenario, variant: (variant + 1) % scenarioValue.variants.count) : self
    }
}
