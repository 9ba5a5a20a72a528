import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A need of a test that not every machine meets. A skipped test says so, and `make test` counts it; if `FLOWVIZ_NEEDS` is `all`,
/// as in CI, a missing need is a failure of `NeedTests`.
public enum Need: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case mount = "a file system of its own: unshare -rm"
    case overlay = "a file system of layers: unshare -rm, mount -t overlay"
    case processNumbers = "process numbers of its own: unshare -rmpf"
    case anotherUser = "another user: root and setpriv"
    case confinement = "a program that is refused system calls: seccomp"
    case processFiles = "the files of processes: /proc"
    case processors = "two processors"
    case python = "python3"
    case perfetto = "Python's package 'perfetto': pip install perfetto protobuf"
    case promtool = "promtool: apt-get install prometheus"
    case zsh
    case fish

    public var testDescription: String { rawValue }

    /// Whether a missing need is a failure.
    public static var areAllNeeded: Bool { getenv("FLOWVIZ_NEEDS").map { String(cString: $0) } == "all" }

    /// Whether it can be missing in CI too: it comes over the network.
    public var isOptional: Bool { self == .perfetto }

    /// Whether the machine has it.
    public var isMet: Bool { Need.met.contains(self) }

    private static let met = Set(allCases.filter(\.isFound))

    private var isFound: Bool {
        switch self {
        case .mount: runs("/usr/bin/unshare", ["-rm", "/bin/mount", "-t", "tmpfs", "none", "/mnt"])
        case .overlay: runs("/usr/bin/unshare", ["-rm", "/bin/sh", "-c", Need.layers])
        case .processNumbers: runs("/usr/bin/unshare", ["-rmpf", "--mount-proc", "/bin/true"])
        case .anotherUser: runs("/usr/bin/setpriv", Need.nobody + ["/bin/true"])
        case .confinement: runs(BuiltProgram.path("FlowGuestProgram"), ["confined", "numbers"])
        case .processFiles: access("/proc/self/task", F_OK) == 0
        case .processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1
        case .python: Need.pythonRuns("")
        case .perfetto: Need.pythonRuns("import perfetto.protos.perfetto.trace.perfetto_trace_pb2")
        case .promtool: Need.promtoolPath != nil
        case .zsh, .fish: Need.shell(rawValue) != nil
        }
    }

    private func runs(_ program: String, _ words: [String]) -> Bool {
        (try? ProgramRun(program, words, environment: [:]))?.status == .exited(0)
    }

    private static let layers = """
        mount -t tmpfs none /mnt && cd /mnt && mkdir lower upper work all &&
        mount -t overlay none -o lowerdir=lower,upperdir=upper,workdir=work all
        """

    /// The options with which `setpriv` runs a program as another user, and that user's number.
    public static let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    public static let nobodysNumber: UInt32 = 65_534

    /// Runs a Python program with the interpreter that `FLOWVIZ_PYTHON` names, for example one with Perfetto's package, or else
    /// with the one in `PATH`.
    public static func python(_ program: String, _ words: [String] = []) throws -> ProgramRun {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
        return try ProgramRun(
            "/usr/bin/env", [variable("FLOWVIZ_PYTHON") ?? "python3", "-c", program] + words,
            environment: ["PATH": variable("PATH") ?? "/usr/bin", "PYTHONIOENCODING": "utf-8"])
    }

    private static func pythonRuns(_ program: String) -> Bool { (try? python(program))?.status == .exited(0) }

    /// The path of promtool, `nil` if it is not installed.
    public static var promtoolPath: String? { ["/usr/bin/promtool", "/usr/local/bin/promtool"].first(where: Need.canRun) }

    /// The path of a shell, `nil` if it is not installed.
    public static func shell(_ name: String) -> String? { ["/bin/\(name)", "/usr/bin/\(name)"].first(where: Need.canRun) }

    private static func canRun(_ path: String) -> Bool { access(path, X_OK) == 0 }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test if the machine does not meet its need.
    public static func needs(_ need: Need) -> Self { .enabled(if: need.isMet, "needs \(need.rawValue)") }
}
