import FlowSystem
import FlowTrace
import LibC

/// The folder in the user's cache in which a package is built, so that nothing in the package itself changes.
///
/// SwiftPM keeps the versions of a package's dependencies beside its manifest, but beside a workspace if it is given one.
struct PackageWorkspace {
    /// The folder for SwiftPM's build.
    let build: String
    /// The folder for the notes of the compiler's wrapper.
    let notes: String
    /// Holds the folder: while it is referenced, no other flowviz removes it.
    let hold: FileDescriptor
    private let workspace: String
    private let package: String
    private let configuration: String

    private static let folderName = "packages"
    /// The file with the package's path, whose time is that of the last build.
    private static let used = "package"
    /// The days for which an unused build is kept.
    private static let days = 30

    /// - Parameters:
    ///   - package: The absolute path of the package's folder.
    ///   - kit: The libraries that its modules are compiled with. Folders of other versions of it are removed.
    /// - Throws: ``Failure`` if it cannot be made.
    init(of package: String, with kit: FlowvizKit, isRelease: Bool) throws(Failure) {
        (self.package, configuration) = (package, isRelease ? "release" : "debug")
        let prefix = "\(BuildCache.key(of: [package, kit.folder]))-"
        let name = prefix + kit.version
        hold = try BuildCache.open(try BuildCache.folder(PackageWorkspace.folderName, name))
        guard hold.hold() else { throw BuildCache.failure("'\(name)' is about to be removed") }
        PackageWorkspace.removeOthers(prefix, than: name)
        build = try BuildCache.folder(PackageWorkspace.folderName, name, "build")
        notes = try BuildCache.folder(PackageWorkspace.folderName, name, "notes", configuration)
        workspace = try BuildCache.folder(PackageWorkspace.folderName, name, "package.xcworkspace")
        let data = try BuildCache.folder(PackageWorkspace.folderName, name, "package.xcworkspace", "xcshareddata", "swiftpm")
        try BuildCache.write(PackageWorkspace.contents(package), to: "\(workspace)/contents.xcworkspacedata")
        try takeVersions(into: data)
        try takeConfiguration(into: data)
        try noteUse(in: try BuildCache.folder(PackageWorkspace.folderName, name))
    }

    /// Removes old builds: of this package with other libraries, of packages that are gone, and builds without a use for 30 days.
    private static func removeOthers(_ prefix: String, than name: String) {
        guard let all = try? BuildCache.folder(folderName), let parent = try? BuildCache.open(all) else { return }
        BuildCache.removeUnheld(in: parent) { old in
            old != name && (old.hasPrefix(prefix) || isForgotten("\(all)/\(old)/\(used)", at: time(nil)))
        }
    }

    /// Whether a build is not worth keeping, by the file that names its package.
    ///
    /// - Parameter now: Seconds since 1970.
    static func isForgotten(_ file: String, at now: Int) -> Bool {
        // Another flowviz may be making the folder, or has made it before there was such a file.
        guard let used = FileStamp(of: file), let package = try? InputFile.text(file, limit: Int(PATH_MAX)) else { return false }
        return used.isOlder(than: now - days * 86_400) || access("\(package)/Package.swift", F_OK) != 0
    }

    private func noteUse(in folder: String) throws(Failure) {
        let file = "\(folder)/\(PackageWorkspace.used)"
        try BuildCache.write(package, to: file)
        utimes(file, nil)
    }

    /// Copies the mirrors and the registries of the package, which SwiftPM would look for beside the workspace.
    private func takeConfiguration(into data: String) throws(Failure) {
        let (from, to) = ("\(package)/.swiftpm/configuration", "\(data)/configuration")
        try UserFolder.cache.make(data, ["configuration"], for: "what is built")
        for name in ["mirrors.json", "registries.json"] {
            if let text = try? InputFile.text("\(from)/\(name)", limit: PackageWorkspace.versionsLimit) {
                try BuildCache.write(text, to: "\(to)/\(name)")
            } else {
                unlink("\(to)/\(name)")
            }
        }
    }

    /// Copies the package's Package.resolved, once for each change of it: SwiftPM may have to write other versions into the copy. A
    /// package without one keeps the versions that SwiftPM has chosen here.
    private func takeVersions(into data: String) throws(Failure) {
        let taken = "\(workspace)/taken.resolved"
        guard let versions = try? InputFile.text("\(package)/Package.resolved", limit: PackageWorkspace.versionsLimit) else {
            // The versions of a file that has gone have gone with it.
            if unlink(taken) == 0 { unlink("\(data)/Package.resolved") }
            return
        }
        guard (try? InputFile.text(taken, limit: PackageWorkspace.versionsLimit)) != versions else { return }
        try BuildCache.write(versions, to: "\(data)/Package.resolved")
        try BuildCache.write(versions, to: taken)
    }

    private static let versionsLimit = 1 << 24

    private static func contents(_ package: String) -> String {
        let escapes: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;"]
        let path = package.map { escapes[$0] ?? String($0) }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Workspace version="1.0"><FileRef location="absolute:\(path)"></FileRef></Workspace>

            """
    }

    /// The options by which SwiftPM finds the package, and writes into this folder only.
    var options: [String] {
        ["--package-path", package, "--multiroot-data-file", workspace, "--scratch-path", build, "-c", configuration]
    }

    /// The folders of the builds of a package in the cache, in alphabetical order.
    static func builds(of package: String) -> [String] {
        guard let all = try? BuildCache.folder(folderName) else { return [] }
        return FolderContents.names(all).sorted().filter { name in
            (try? InputFile.text("\(all)/\(name)/\(used)", limit: Int(PATH_MAX))) == package
        }.map { "\(all)/\($0)/build" }
    }

    /// The words by which SwiftPM lists the package's executables.
    var listCommand: [String] { ["package"] + options + ["show-executables", "--format", "flatlist"] }

    /// The folder with the built programs.
    var programs: String { "\(build)/\(configuration)" }
}
