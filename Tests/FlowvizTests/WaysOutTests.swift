import Foundation
import Testing

/// Text leaves the program by two types, which make it visible; every other way is listed.
@Suite("Ways out")
struct WaysOutTests {
    /// The calls that write to the standard output or error, or could.
    private static let ways =
        #"\b(?:print\((?!of\b)|debugPrint|dump\(|f?puts|f?putc|putchar|fwrite|v?f?d?printf|perror|FileHandle|FileDescriptor\.standard|"#
        + #"write\([12]\b|STDOUT_FILENO|STDERR_FILENO|stdout|stderr|withError:|\.main\(\)|exit\(withError)"#
    private static let quoted = #"(?s)\"\"\".*?\"\"\"|\"(?-s:\\.|[^\"\\\n])*\"|//[^\n]*|/\*.*?\*/"#

    /// The allowed uses of these words, and their number in each file.
    private static let known = [
        // Messages of a traced program, made visible by `VisibleText`.
        "FlowAgent/Agent.swift: STDERR_FILENO": 1,
        // The screen, which shows cells, and the text that it captures from the standard error while it is open.
        "FlowTerminal/CapturedErrors.swift: STDERR_FILENO": 4,
        "FlowTerminal/CursesScreen.swift: STDOUT_FILENO": 2,
        "FlowTerminal/Descriptor.swift: STDOUT_FILENO": 1,
        "FlowTerminal/TerminalCapabilities.swift: STDOUT_FILENO": 3,
        // The two types, and the code that reserves the numbers.
        "FlowSystem/Output/StandardOutput.swift: STDERR_FILENO": 2,
        "FlowSystem/Output/StandardOutput.swift: STDOUT_FILENO": 2,
        // These check whether the output is a terminal.
        "flowviz/Commands/AttachCommand.swift: STDOUT_FILENO": 1,
        "flowviz/Commands/EvalCommand.swift: STDOUT_FILENO": 1,
        "flowviz/Commands/ExecutableQuestion.swift: STDERR_FILENO": 1,
        "flowviz/Commands/TryCommand.swift: STDOUT_FILENO": 1,
        // The user's editor has the terminal while it is open.
        "FlowSystem/Processes/SourceEditor.swift: STDERR_FILENO": 1,
        "FlowSystem/Processes/SourceEditor.swift: STDOUT_FILENO": 1,
        // The output of a tried file goes to its own destination.
        "flowviz/Commands/HeadlessTry.swift: STDERR_FILENO": 2,
        "flowviz/Commands/HeadlessTry.swift: STDOUT_FILENO": 1,
        "FlowTry/Run/StartedProgram.swift: STDERR_FILENO": 1,
        "FlowTry/Run/StartedProgram.swift: STDOUT_FILENO": 1,
        // The compiler's output goes to SwiftPM as it is.
        "FlowTry/Package/CompilerRun.swift: STDERR_FILENO": 2,
        "FlowTry/Package/CompilerRun.swift: STDOUT_FILENO": 1,
        // The output of a symbolizer is read, and its errors are discarded.
        "FlowPlaces/Tool/ToolRun.swift: STDERR_FILENO": 1,
        "FlowPlaces/Tool/ToolRun.swift: STDOUT_FILENO": 1,
    ]

    @Test func `nothing is written past the writers that make text visible`() throws {
        let (ways, quoted) = (try Regex(WaysOutTests.ways), try Regex(WaysOutTests.quoted))
        var found: [String: Int] = [:]
        for file in Repository.files(in: "Sources", endingIn: ["swift", "c", "h"]) {
            let code = try Repository.text(file).replacing(quoted, with: "")
            for match in code.matches(of: ways) {
                found["\(file.dropFirst("Sources/".count)): \(code[match.range])", default: 0] += 1
            }
        }

        #expect(found == WaysOutTests.known)
    }

    @Test func `only these write bytes of a form of their own`() throws {
        let parts = ["FlowApp", "FlowSessions", "FlowSystem", "FlowTry", "flowviz"]
        let files = try parts.flatMap { Repository.swiftFiles(in: "Sources/\($0)") }.filter {
            try Repository.text($0).contains(".verbatim(")
        }

        #expect(
            files.map { $0.split(separator: "/").last ?? "" } == [
                "FramePlan.swift", "TraceText.swift", "RunReport.swift", "DiagnoseCommand.swift", "EvalCommand.swift",
                "ExportCommand.swift", "FollowCommand.swift", "HeadlessTry.swift", "ListCommand.swift",
                "MetricsCommand.swift", "SizeCommand.swift", "WhyCommand.swift",
            ])
    }
}
