// Churn [SECONDS [SECONDS OF A PHASE]]
let numbers = CommandLine.arguments.dropFirst().compactMap(Int.init)
Churn().run(seconds: numbers.first ?? 60, phase: numbers.dropFirst().first ?? 20)
