import Foundation
import OracleChains

// Runs the printed chains beside the playground: exits with 1 where one of them differs, or where an operator has no chain.
let chains = try OracleChain.all()
guard chains.count == printedChains.count else {
    print("\(chains.count) chains, but \(printedChains.count) were printed: print them anew")
    exit(1)
}
var comparison = Comparison()
for (chain, printed) in zip(chains, printedChains) { comparison.compare(chain, with: printed) }

let used = chains.reduce(into: Set<String>()) { $0.formUnion($1.forms) }
let missing = OracleChain.rows.flatMap { row in row.forms.filter { !used.contains($0) }.map { "\(row.name): \($0)" } }
let strangers = Comparison.unordered.keys.filter { name in !chains.contains { $0.name == name && $0.isShared } }

comparison.differences.forEach { print("\($0)\n") }
missing.forEach { print("no chain uses \($0)") }
strangers.forEach { print("no chain with several subscribers is called \($0)") }
for (name, reason) in Comparison.unordered.sorted(by: { $0.key < $1.key }) { print("order not compared: \(name): \(reason)") }
print(
    "\(chains.count) chains, of \(OracleChain.rows.count) operators in \(OracleChain.rows.map(\.forms.count).reduce(0, +)) forms: "
        + "\(comparison.differences.count) differ")
exit(comparison.differences.isEmpty && missing.isEmpty && strangers.isEmpty ? 0 : 1)
