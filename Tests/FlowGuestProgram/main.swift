import FlowAgent

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that does as it likes with descriptors, for tests that the agent in it is a good guest.
///
/// - `numbers`: says which descriptors it has.
/// - `threads`: says how many threads it has.
/// - `stay`: closes all it does not know, as daemons do, and sends twenty thousand numbers for each line it reads, until that is `end`.
/// - `serve`: closes all it does not know, listens on six ports, says on which, and answers ten connections on each.
/// - `churn SEED ROUNDS FOLDER`: has two threads open, move and close descriptors at random, once it has read a line.
/// - `confined MODE …`: begins anew where no thread can have a separate table of descriptors.
let words = Array(CommandLine.arguments.dropFirst())
let source = Source()

func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Prints an error and ends the program.
func fail(_ what: String) -> Never {
    say("broken: \(what)")
    exit(1)
}

switch words.first {
case "numbers":
    say("has\(Belongings.open.map { " \($0)" }.joined())")
case "threads":
    say("threads \(Belongings.threads)")
case "stay":
    Belongings().sweep()
    say("ready")
    while let line = readLine(), line != "end" {
        for number in 0..<20_000 { source.send(number) }
        say("sent")
    }
case "serve":
    let belongings = Belongings()
    belongings.sweep()
    // One of them gets the number of a closed descriptor.
    let servers = (0..<6).map { _ in Server(.internet, at: "", of: belongings) }
    say("ready on\(servers.map { " \($0.port)" }.joined()).")
    for server in servers { for _ in 0..<10 { server.answer() } }
    say("served")
case "churn":
    say("ready")
    _ = readLine()
    Churn(seed: UInt64(words[1]) ?? 0, rounds: Int(words[2]) ?? 0, folder: words[3]).run()
    say("intact")
    while readLine() != nil {}
case "confined":
    confine()
    var arguments = ([CommandLine.arguments[0]] + words.dropFirst()).map { strdup($0) } + [nil]
    execv(CommandLine.arguments[0], &arguments)
default: say("it takes numbers, threads, stay, serve, churn or confined")
}
