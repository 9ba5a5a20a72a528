import FlowSystem
import FlowTrace

/// The folder in the user's cache in which a package is built, so that nothing in the package itself changes.
///
/// SwiftPM keeps the versions of a package's dependencies beside its manifest, but beside a workspace if it is given one.
struct PackageWorkspace {
    /// The folder for SwiftPM's build.
    let build: String
    /// The folder for the notes of the compiler's wrapper.
    let notes: String
    private let workspace: String
    private let package: String

    /// - Parameters:
    ///   - package: The absolute path of the package's folder.
    ///   - version: Identifies the libraries that its modules are compiled with. Folders of other versions are removed.
    /// - Throws: ``Failure`` if it cannot be made.
    init(of package: String, version: String) throws(Failure) {
        self.package = package
        let prefix = "\(BuildCache.key(of: [package]))-"
        let (all, name) = (try BuildCache.folder("packages"), prefix + version)
        let parent = try BuildCache.open(all)
        for old in FolderContents.names(all) where old.hasPrefix(prefix) && old != name { FolderContents.remove(old, in: parent) }
        build = try BuildCache.folder("packages", name, "build")
        notes = try BuildCache.folder("packages", name, "notes")
        workspace = try BuildCache.folder("packages", name, "package.xcworkspace")
        let data = try BuildCache.folder("packages", name, "package.xcworkspace", "xcshareddata", "swiftpm")
        try BuildCache.write(PackageWorkspace.contents(package), to: "\(workspace)/contents.xcworkspacedata")
        // A package without a Package.resolved keeps the versions of its first build here.
        if let versions = try? InputFile.text("\(package)/Package.resolved", limit: 1 << 24) {
            try BuildCache.write(versions, to: "\(data)/Package.resolved")
        }
    }

    private static func contents(_ package: String) -> String {
        let escapes: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;"]
        let path = package.map { escapes[$0] ?? String($0) }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Workspace version="1.0"><FileRef location="absolute:\(path)"></FileRef></Workspace>

            """
    }

    /// The options by which SwiftPM finds the package, and writes into this folder only.
    func options(isRelease: Bool) -> [String] {
        [
            "--package-path", package, "--multiroot-data-file", workspace, "--scratch-path", build,
            "-c", isRelease ? "release" : "debug",
        ]
    }

    /// The folder with the built programs.
    func programs(isRelease: Bool) -> String { "\(build)/\(isRelease ? "release" : "debug")" }
}
