// Crowd [SECONDS [PIPELINES [ROUNDS A SECOND]]]
let numbers = CommandLine.arguments.dropFirst().compactMap(Int.init)
Crowd(pipelines: numbers.dropFirst().first ?? 2500).run(seconds: numbers.first ?? 60, rounds: numbers.dropFirst(2).first ?? 100)
