import OpenCombineShim

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A small program for tests of tracing: sends each number it reads through a chain, says so, and ends as its argument says.
let numbers = PassthroughSubject<Int, Never>()
let doubles = numbers.filter { $0 != 0 }.map { $0 * 2 }.sink { print("doubled", $0) }
let pairs = numbers.map { ($0, "é\u{1B}[31m") }.collect(2).filter { _ in CommandLine.arguments.contains("pairs") }
let listener = CommandLine.arguments.contains("pairs") ? pairs.sink { print("pairs", $0.count) } : nil
print("ready")
fflush(nil)
while let line = readLine() {
    numbers.send(Int(line) ?? 0)
    fflush(nil)
}
numbers.send(completion: .finished)
doubles.cancel()
listener?.cancel()
exit(CommandLine.arguments.dropFirst().first.flatMap(Int32.init) ?? 0)
