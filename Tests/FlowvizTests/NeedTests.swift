import FlowTestSupport
import Foundation
import Testing

@Suite("What tests need")
struct NeedTests {
    @Test(.enabled(if: Need.areAllNeeded, "FLOWVIZ_NEEDS=all makes a failure of what is missing"), arguments: Need.allCases)
    func `nothing is skipped where nothing may be`(need: Need) {
        #expect(need.isMet || need.isOptional, "tests are skipped that need \(need.rawValue)")
    }

    @Test func `every condition of a test is a need, or says why it is none`() throws {
        let conditional = try Repository.swiftFiles(in: "Tests").filter {
            try Repository.text($0).contains(#/\.(?:enabled\(if:|disabled\()/#)
        }

        #expect(
            conditional == [
                // One is about a debug build, and is left out for the release of `make test-places`.
                "Tests/FlowPlacesTests/PlacesProgramTests.swift", "Tests/FlowTestSupport/Need.swift",
                "Tests/FlowViewsTests/GoldenTests.swift", "Tests/FlowvizTests/NeedTests.swift",
            ])
    }
}
