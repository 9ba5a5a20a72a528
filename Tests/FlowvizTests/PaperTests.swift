@testable import flowviz
import FlowApp
import FlowScenarios
import FlowTestSupport
import Foundation
import Testing

@Suite("Papers", .notForever)
struct PaperTests {
    private static let commands = Flowviz.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
        .compactMap(\.commandName)

    @Test func `the man page has the options that the program has`() throws {
        var options: Set<String> = []
        for command in PaperTests.commands {
            let help = try Program.run(["help", command]).output
            options.formUnion(help.matches(of: #/(?m)^  (?:-[a-z], )?--([a-z-]+)/#).map { String($0.output.1) })
        }
        let page = try Repository.text("assets/flowviz.1")
        let described = page.matches(of: #/(?m)^\.It Fl (?:[a-z] , )?-([a-z-]+)/#).map { String($0.output.1) }

        #expect(Set(described) == options)
        #expect(
            described.filter { $0 != "version" && $0 != "help" }.sorted() == described.filter { $0 != "version" && $0 != "help" })
    }

    @Test(arguments: commands) func `the man page's synopsis has the options of each command`(command: String) throws {
        let help = try Program.run(["help", command]).output
        let options = help.matches(of: #/(?m)^  (?:-[co], )?--([a-z-]+)/#).map { String($0.output.1) }.filter { $0 != "version" }
        let synopsis = try Repository.text("assets/flowviz.1").components(separatedBy: ".Sh ")[2]
        let part = synopsis.components(separatedBy: ".Nm\n").first { $0.contains("Cm \(command)\n") } ?? ""
        let described = part.matches(of: #/Fl -([a-z-]+)/#).map { String($0.output.1) }

        #expect(described.sorted() == options.sorted())
    }

    @Test func `the man page names all commands, controls, overlays and themes`() throws {
        let page = try Repository.text("assets/flowviz.1")

        for command in PaperTests.commands + ["help"] { #expect(page.contains("\n.It Cm \(command)\n")) }
        for control in ControlName.allCases { #expect(page.contains(" \(control.rawValue)"), "\(control)") }
        let overlays = page.split(separator: "\n.It Fl ").first { $0.hasPrefix("-overlay ") }
        for overlay in FrameOverlay.allCases { #expect(overlays?.contains(" \(overlay.rawValue) ") == true, "\(overlay)") }
        for theme in ["dark", "light", "contrast"] { #expect(page.contains(".Cm \(theme)")) }
    }

    @Test(arguments: ["README.md", "assets/flowviz.1"]) func `the commands that are shown as examples work`(
        path: String
    ) throws {
        let lines = try Repository.text(path).matches(
            of: #/(?m)^(?:    |\.Dl )flowviz ((?:list|run|eval|frame|diagnose|why|follow|doctor)[^#>\n]*)/#)
        #expect(lines.count > 1)

        // Readers have a different trace under that name.
        for line in lines where !line.output.1.contains("app.fvz") {
            let run = try Program.shell("\"$0\" \(line.output.1)")

            #expect(run.status == .exited(0) && run.errors == "" && !run.output.isEmpty, "\(line.output.1)")
        }
    }

    @Test func `each promise of SECURITY names its tests, and they are there`() throws {
        let parts = try Repository.text("SECURITY.md").components(separatedBy: "\n## What flowviz does not promise")
        let promises = parts[0].components(separatedBy: "\n- ").dropFirst()
        let files = Repository.swiftFiles(in: "Tests")
        let suites = try files.flatMap { path in
            try Repository.text(path).matches(of: #/(?:struct|class|extension) (\w+Tests)\b/#).map { String($0.output.1) }
        }
        let targets = files.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) }
        let named = promises.map { $0.matches(of: #/`(\w+Tests)`/#).map { String($0.output.1) } }

        #expect(parts.count == 2 && promises.count > 30)
        #expect(zip(promises, named).filter { $1.isEmpty }.map { $0.0.prefix { $0 != "\n" } } == [])
        #expect(Set(named.joined()).subtracting(suites).subtracting(targets) == [])
    }
}
