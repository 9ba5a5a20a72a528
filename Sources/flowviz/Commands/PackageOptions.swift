import ArgumentParser
import FlowTry
import FlowSessions
import LibC

/// The options of `try` for packages.
struct PackageOptions: ParsableArguments {
    /// The optimisation of a package.
    enum Configuration: String, CaseIterable, ExpressibleByArgument {
        case debug, release
    }

    @Option(help: ArgumentHelp("The executable to run; needed if there are several.", valueName: "name"))
    var product: String?

    @Flag(help: "Run its tests.")
    var suite = false

    @Option(help: ArgumentHelp("Run only the tests that match, as in 'swift test --filter'.", valueName: "regex"))
    var filter: String?

    @Option(name: .shortAndLong, help: "debug or release.")
    var configuration = Configuration.debug

    /// The part of the package to run.
    ///
    /// - Parameter arguments: The words after `--`.
    /// - Throws: `ValidationError` if the options contradict each other.
    func part(_ arguments: [String]) throws -> TriedFolder.Part {
        guard suite else {
            if filter != nil { throw ValidationError("--filter chooses tests; add --suite") }
            return .executable(product, arguments: arguments)
        }
        if product != nil { throw ValidationError("both --product and --suite are given; give one") }
        if !arguments.isEmpty { throw ValidationError("tests take no arguments; leave out '-- \(arguments[0])'") }
        return .tests(filter: filter)
    }

    /// - Parameter hint: The way to name a package.
    /// - Throws: `ValidationError` if an option is given, for something that is not a package.
    func checkUnused(hint: String) throws {
        let given: [(String, Bool)] = [
            ("--product", product != nil), ("--suite", suite), ("--filter", filter != nil),
            ("--configuration", configuration != .debug),
        ]
        if let (name, _) = given.first(where: \.1) {
            throw ValidationError("\(name) is for packages; \(hint)")
        }
    }
}

extension Arguments {
    /// Whether there is a folder at a path.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
