import FlowScenarios

/// Which scenario and variant is shown, with which numbers.
struct Choice: Equatable {
    var scenario: Int
    var variant: Int
    var numbers: Numbers

    init(scenario: Int, variant: Int = 0) {
        self.scenario = scenario
        self.variant = variant
        numbers = Numbers(Catalogue.scenarios[scenario].variants[variant])
    }

    var scenarioValue: Scenario {
        Catalogue.scenarios[scenario]
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
        Choice(scenario: scenario, variant: (variant + 1) % scenarioValue.variants.count)
    }
}
