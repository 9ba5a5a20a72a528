import FlowAgent
import FlowCombine
import FlowCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A small program for tests of tracing: sends each number it reads through a chain, says so, and ends as its argument says.
///
/// With the argument `start` it says whether it is traced, with `child` it prints the inheritance of a child, and with `fork` it
/// has a copy of itself send a number and end; with `killed` the copy is ended by SIGTERM; with `handler` it handles SIGTERM
/// itself; with `daemon` it leaves the rest to the copy, as programs do that go into the background. With `signals` it waits for
/// SIGUSR1 first, as programs do that take their signals on a separate thread; with `label` it has a second chain, whose source
/// has a label; with `flood` it sends twenty thousand numbers for each that it reads, and subscribes once more at the end.
let mode = CommandLine.arguments.dropFirst().first
let numbers = PassthroughSubject<Int, Never>()
let doubles = numbers.filter { $0 != 0 }.map { $0 * 2 }.sink { if $0 > 0 { print("doubled", $0) } }
let pairs = numbers.map { ($0, "é\u{1B}[31m") }.collect(2).filter { _ in CommandLine.arguments.contains("pairs") }
let listener = CommandLine.arguments.contains("pairs") ? pairs.sink { print("pairs", $0.count) } : nil
let labelled = mode == "label" ? numbers.label("labelled").map { -$0 }.sink { _ in } : nil
if mode == "signals" {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    sigaddset(&awaited, SIGUSR1)
    sigprocmask(SIG_BLOCK, &awaited, nil)
    print("ready")
    fflush(nil)
    var signal: Int32 = 0
    sigwait(&awaited, &signal)
    print("signal", signal == SIGUSR1)
}
if mode == "start" { print("traced \(startTracing())") }
if mode == "child" {
    fflush(nil)
    let sockets = "grep /$PPID.sock /proc/net/unix | while read -r a b c d e f inode path"
    _ = system("env | grep ^FLOWVIZ=; \(sockets); do echo \"inherits $(ls -l /proc/self/fd | grep -c \"\\[$inode\\]\")\"; done")
}
if mode == "handler" { signal(SIGTERM) { _ in _exit(5) } }
if mode == "fork" || mode == "killed" || mode == "daemon" {
    // Swift hides it, for good reasons; the programs that are traced have other parts too.
    let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
    fflush(nil)
    let copy = fork()
    if copy == 0 {
        if mode == "killed" { raise(SIGTERM) }
        numbers.send(7)
        exit(0)
    }
    if mode == "daemon" { exit(0) }
    waitpid(copy, nil, 0)
}
print("ready")
fflush(nil)
while let line = readLine() {
    if mode == "flood" { for number in 1...20_000 { numbers.send(-number) } }
    numbers.send(Int(line) ?? 0)
    fflush(nil)
}
if mode == "flood" {
    let late = numbers.dropFirst().sink { _ in }
    for number in 1...3 { numbers.send(-number) }
    late.cancel()
}
numbers.send(completion: .finished)
doubles.cancel()
listener?.cancel()
labelled?.cancel()
exit(mode.flatMap(Int32.init) ?? 0)
