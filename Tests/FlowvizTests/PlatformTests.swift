import Foundation
import Testing

/// Linux has two C libraries that Swift knows: Glibc, and Musl, with which programs are linked statically.
@Suite("Platforms")
struct PlatformTests {
    @Test func `where Glibc is asked for, Musl is too`() throws {
        let folders = ["Sources", "Tests", "Benchmarks/Benchmarks", "Examples/Sources"]
        var forgetful: [String] = []
        for file in folders.flatMap({ Repository.swiftFiles(in: $0) }) {
            // A condition and its branches, up to its end.
            for condition in try Repository.text(file).split(separator: "#if ").dropFirst() {
                let lines = condition.split(separator: "\n").prefix { !$0.contains("#endif") }
                guard lines.first?.contains("canImport(" + "Glibc)") == true else { continue }
                if !lines.contains(where: { $0.contains("Musl") }) { forgetful.append(file) }
            }
        }

        #expect(forgetful == [])
    }
}
