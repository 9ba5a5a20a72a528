import FlowAnalysis
import FlowSystem
import FlowText
import FlowTrace
import LibC

/// The broken expectations as workflow commands of GitHub Actions, which shows them at their lines of source.
struct GitHubReport {
    /// The folder to which the paths are relative: the one of the workflow, or else the current one.
    private let root: String?
    private var paths: [String: String?] = [:]

    init() {
        let workspace = getenv("GITHUB_WORKSPACE").map { String(cString: $0) } ?? "."
        root = FilePath.resolved(workspace.isEmpty ? "." : workspace)
    }

    /// The annotation of a finding; `nil` if the source file of its stage is unknown or not below the root.
    mutating func annotation(of finding: CheckFinding) -> String? {
        guard finding.failure.kind == .broken, let location = finding.failure.place?.location, let path = path(of: location)
        else { return nil }
        return GitHubReport.command(
            file: path, line: location.line, title: "flowviz \(finding.failure.expectation)", message: finding.line)
    }

    /// An `error` command, escaped by GitHub's rules.
    static func command(file: String, line: Int, title: String, message: String) -> String {
        "::error file=\(property(file)),line=\(line),title=\(property(title))::\(data(message))"
    }

    /// The path of a location's file from the root.
    private mutating func path(of location: CodeLocation) -> String? {
        if let known = paths[location.fileID] { return known }
        let whole = try? SourceFile.path(of: location)
        let path = root.flatMap { root in
            whole.flatMap { $0.hasPrefix("\(root)/") ? String($0.dropFirst(root.count + 1)) : nil }
        }
        paths[location.fileID] = .some(path)
        return path
    }

    /// A message: percent signs and line ends would end or change the command.
    private static func data(_ text: String) -> String {
        VisibleText.lines(text).replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// A property: colons and commas separate properties, too.
    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
