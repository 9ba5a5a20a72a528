try Probe(file: CommandLine.arguments[1], progress: CommandLine.arguments[2]).run()
