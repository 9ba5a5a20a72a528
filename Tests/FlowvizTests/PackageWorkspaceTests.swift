import FlowTestSupport
import Foundation
import Testing

@testable import FlowTry

@Suite("The cache of packages' builds")
struct PackageWorkspaceTests {
    private static let day = 86_400

    @Test func `a build is forgotten after thirty days, or once its package is gone`() throws {
        let folder = try TemporaryFolder()
        let (used, manifest) = (folder.path("package"), folder.path("Package.swift"))
        #expect(!PackageWorkspace.isForgotten(used, at: 1_000 * PackageWorkspaceTests.day))
        try Data(folder.path.utf8).write(to: URL(filePath: used))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(100 * PackageWorkspaceTests.day))], ofItemAtPath: used)
        #expect(PackageWorkspace.isForgotten(used, at: 100 * PackageWorkspaceTests.day))
        try Data().write(to: URL(filePath: manifest))
        #expect(!PackageWorkspace.isForgotten(used, at: 100 * PackageWorkspaceTests.day))
        #expect(!PackageWorkspace.isForgotten(used, at: 130 * PackageWorkspaceTests.day))
        #expect(PackageWorkspace.isForgotten(used, at: 130 * PackageWorkspaceTests.day + 1))
    }
}
