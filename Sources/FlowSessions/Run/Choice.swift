import FlowScenarios

/// The scenario and variant to show, with its numbers.
package struct Choice: Equatable {
    package var scenario: Int
    package var variant: Int
    package var numbers: Numbers
    /// A typed chain, which replaces a scenario of the catalogue.
    package var chain: ChainScenario?

    package init(scenario: Int, variant: Int = 0) {
        self.scenario = scenario
        self.variant = variant
        numbers = Numbers(Catalogue.scenarios[scenario].variants[variant])
    }

    package init(_ chain: ChainScenario) {
        self.chain = chain
        scenario = 0
        variant = 0
        numbers = Numbers(chain.scenario.variants[0])
    }

    package var scenarioValue: Scenario { chain?.scenario ?? Catalogue.scenarios[scenario] }

    package var variantValue: Variant { scenarioValue.variants[variant] }

    package func with(_ numbers: Numbers) -> Choice {
        var choice = self
        choice.numbers = numbers
        return choice
    }

    package var nextVariant: Choice {
        chain == nil ? Choice(scenario: scenario, variant: (variant + 1) % scenarioValue.variants.count) : self
    }
}

extension ScenarioRun {
    /// Starts a run of a choice.
    package convenience init(_ choice: Choice) {
        self.init(choice.scenarioValue, variant: choice.variantValue, numbers: choice.numbers)
    }
}
