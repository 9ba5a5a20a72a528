import Foundation
import Testing

@testable import FlowAnalysis
@testable import FlowVerdict

/// Each rule and each cause has a file and an entry in a list. One that is missing from the list would never be found.
@Suite("lists of rules and causes")
struct ListTests {
    /// The types of a folder that declare themselves as one of these kinds.
    private func types(in folder: String, of kinds: [String]) throws -> Set<String> {
        let declaration = try Regex(#"(?m)^(?:enum|struct) (\w+): (?:"# + kinds.joined(separator: "|") + #") \{"#)
        return try Repository.swiftFiles(in: "Sources/\(folder)").reduce(into: []) { types, file in
            for match in try Repository.text(file).matches(of: declaration) {
                types.insert(String(match.output[1].substring ?? ""))
            }
        }
    }

    @Test func `each rule of the contract is listed`() throws {
        let listed = ContractRule.all.map { "\($0.type)" }

        #expect(try types(in: "FlowAnalysis/Contract/Rules", of: ["Rule", "ObservingRule"]) == Set(listed))
        #expect(Set(ContractRule.all.map(\.number)).count == listed.count)
    }

    @Test func `each cause of a verdict is listed, but what is said where none holds`() throws {
        let listed = Verdict.causes.map { "\($0)" }

        #expect(
            try types(in: "FlowVerdict/Causes", of: ["Cause", "HoldingCause", "Condition"])
                == Set(listed).union(["Flowing"]))
        #expect(Set(listed).count == listed.count)
    }
}
