import FlowPlayground
import Foundation

// Reads mutated chains with the playground's parser and with Swift's: exits with 1 where both accept one with different trees, or
// where Swift refuses what the playground accepts.
let count = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 0 : 20_000
let seed = CommandLine.arguments.count > 2 ? UInt64(CommandLine.arguments[2], radix: 16) ?? 0 : 0x5EED
var mutator = SnippetMutator(SeededChance(seed: seed))
var (same, refused, onlySwift, wrong) = (0, 0, 0, 0)

for _ in 0..<count {
    let snippet = mutator.next()
    switch (try? Tree.text(snippet), SwiftTree.text(snippet)) {
    case (nil, nil): refused += 1
    case (nil, _?): onlySwift += 1
    case (let own?, let swift?) where own == swift: same += 1
    case (let own?, let swift):
        wrong += 1
        print("\(snippet.debugDescription)\n  - playground: \(own)\n  + Swift:      \(swift ?? "refused")\n")
    }
}
print(
    "\(count) snippets, seed \(String(seed, radix: 16)): \(same) have the same tree, \(refused) are refused by both, "
        + "\(onlySwift) by the playground only; \(wrong) are read in another way or refused by Swift only")
// Mutations that are nearly all refused would try nothing.
exit(wrong == 0 && same > count / 5 && refused > count / 5 ? 0 : 1)
