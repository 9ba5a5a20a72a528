import Foundation
import OracleChains
import FlowPlayground

// Writes all chains as Swift into the folder that the argument names: a function for each, in a few files, and a list of them.
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let chains = try OracleChain.all()
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

let imports = "import FlowCore\nimport OpenCombineShim\n"
let perFile = 20
for start in stride(from: 0, to: chains.count, by: perFile) {
    let functions = chains.indices[start..<min(start + perFile, chains.count)].map { chains[$0].printed(named: "chain\($0)") }
    let text = ([imports] + functions).joined(separator: "\n\n") + "\n"
    try text.write(to: folder.appending(path: "Chains\(start / perFile).swift"), atomically: true, encoding: .utf8)
}
let names = chains.indices.map { "    chain\($0),\n" }.joined()
try """
\(imports)
\(SwiftPrinter.support)

/// The printed chains, in the order in which they were printed.
let printedChains: [@Sendable (_ show: @escaping (String) -> Void) -> Void] = [
\(names)]

""".write(to: folder.appending(path: "PrintedChains.swift"), atomically: true, encoding: .utf8)
