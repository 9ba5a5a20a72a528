try Probe(
    file: CommandLine.arguments[1], progress: CommandLine.arguments[2], isRing: CommandLine.arguments.contains("ring")
).run()
