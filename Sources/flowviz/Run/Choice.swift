import FlowScenarios

/// Which scenario and variant is shown, with which numbers.
struct Choice: Equatable {
    var scenario: Int
    var variant: Int
    var numbers: Numbers
    /// A chain that was typed, instead of a scenario of the catalogue.
    var chain: ChainScenario?

    init(scenario: Int, variant: Int = 0) {
        self.scenario = scenario
        self.variant = variant
        numbers = Numbers(Catalogue.scenarios[scenario].variants[variant])
    }

    init(_ chain: ChainScenario) {
        self.chain = chain
        scenario = 0
        variant = 0
        numbers = Numbers(chain.scenario.variants[0])
    }

    var scenarioValue: Scenario { chain?.scenario ?? Catalogue.scenarios[scenario] }

    var variantValue: Variant { scenarioValue.variants[variant] }

    func with(_ numbers: Numbers) -> Choice {
        var choice = self
        choice.numbers = numbers
        return choice
    }

    var nextVariant: Choice {
        chain == nil ? Choice(scenario: scenario, variant: (variant + 1) % scenarioValue.variants.count) : self
    }
}

extension ScenarioRun {
    /// A run of what was chosen, from its start.
    convenience init(_ choice: Choice) {
        self.init(choice.scenarioValue, variant: choice.variantValue, numbers: choice.numbers)
    }
}
