import FlowSystem
import FlowTrace
import LibC

/// The Swift toolchain of the user's `PATH`.
package struct Toolchain {
    /// The path of `swift`.
    let swift: String

    /// - Throws: ``Failure`` if no folder of `PATH` has a `swift`.
    package init() throws(Failure) {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        guard let folder = folders.first(where: { access("\($0)/swift", X_OK) == 0 }) else {
            throw Failure("try compiles with Swift, and no folder of PATH has a 'swift'; install a toolchain from swift.org")
        }
        swift = "\(folder)/swift"
    }

    /// The path of `swift` without links: the same for every name of the toolchain.
    var resolved: String { FilePath.resolved(swift) ?? swift }

    /// The folder of the toolchain, with `bin` and `lib`.
    ///
    /// - Throws: ``Failure`` if `swift` only starts another program, so that the folder is unknown.
    func folder() throws(Failure) -> String {
        let folder = FilePath.parent(of: FilePath.parent(of: resolved))
        guard access("\(folder)/bin/swiftc", X_OK) == 0, access("\(folder)/lib/swift", R_OK) == 0 else {
            throw Failure(
                "'\(swift)' is not in a toolchain's folder: '\(folder)' lacks bin/swiftc or lib/swift; "
                    + "put the toolchain's own usr/bin first in PATH")
        }
        return folder
    }
}
