import FlowSystem
import FlowTrace
import LibC

/// The dependencies of a package, and the streams in their sources where those are on this machine.
package struct DependencySurvey {
    /// A sentence about each dependency that streams, in the order of their names, or a sentence if its sources are not on this machine.
    package let lines: [String]

    /// - Parameter folder: The path of the package's folder.
    package init(of folder: String) {
        let folder = FilePath.resolved(folder) ?? folder
        let manifest = (try? InputFile.text("\(folder)/Package.swift", limit: Snippet.limit)) ?? ""
        guard CodeMask.masked(manifest).contains(".package(") else {
            lines = []
            return
        }
        guard let (checkouts, names) = DependencySurvey.checkouts(of: folder) else {
            lines = ["its dependencies are not read: their sources are not here; 'swift package resolve' fetches them"]
            return
        }
        let found = names.compactMap { name in
            (try? PackageSurvey(of: "\(checkouts)/\(name)", leavingOut: ["Tests", "Examples", "Benchmarks"]))?.found.map {
                "\(name): \($0)"
            }
        }
        let others = names.count - found.count
        let rest = "\(others) \(found.isEmpty ? "" : "other ")\(others == 1 ? "dependency names" : "dependencies name") no stream"
        lines = found + (others > 0 ? [rest] : [])
    }

    /// The folder with the sources of the dependencies, and their names: the package's own, or that of an earlier `flowviz try`.
    private static func checkouts(of folder: String) -> (folder: String, names: [String])? {
        ([folder + "/.build"] + PackageWorkspace.builds(of: folder)).lazy.map { "\($0)/checkouts" }.compactMap { path in
            let names = FolderContents.names(path).sorted()
            return names.isEmpty ? nil : (path, names)
        }.first
    }
}
