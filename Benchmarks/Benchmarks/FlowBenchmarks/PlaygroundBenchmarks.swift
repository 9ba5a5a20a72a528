import Benchmark
import FlowPlayground

/// Reads a chain of 213 characters; reads and checks it; does what a key in the playground's line does to one that is not finished.
func playgroundBenchmarks() {
    let count = 1_000
    let chain =
        #"marbles("s-w-i-f-t---c-o-m-b|", unit: .milliseconds(100)).scan("") { $0 + $1 }.filter { $0.count > 1 && $0 != "sw" }"#
        + #".debounce(for: .seconds(0.5)).map { "\($0.count): \($0.uppercased())" }.removeDuplicates().sink()"#
    // Read to its end, and refused for the word that it begins with before anything of it is checked.
    let read = "throw " + chain
    let unfinished = chain.dropLast(7) + ".deb"
    Benchmark("playground, parse, \(count) values") { _ in
        for _ in 0..<count { blackHole(try? Chain(read)) }
    }
    Benchmark("playground, parse and check, \(count) values") { _ in
        for _ in 0..<count { blackHole(try! Chain(chain)) }
    }
    Benchmark("playground, key, \(count) values") { _ in
        for _ in 0..<count {
            blackHole(try? Chain(String(unfinished)))
            blackHole(Completion(of: String(unfinished), at: unfinished.utf8.count))
        }
    }
}
